"""``python -m training mirror-bert``: from an encoder and a list of texts to an encoder that tells those texts apart.

Reads top to bottom: read the texts, set the dropout, train, average with the start, export, record.
"""

import time
from pathlib import Path

from phrase_explorer.adaptation.encoder_export import average_weights, export_encoder
from phrase_explorer.adaptation.trainable_encoder import load_for_training
from phrase_explorer.foundation.content_hash import hash_file
from phrase_explorer.foundation.errors import UserFacingError
from training.mirror_bert.config import MirrorBertConfig
from training.run_record import write_run_record
from training.trainer import train

ENCODER_FOLDER = "encoder"


def run_mirror_bert(config: MirrorBertConfig) -> dict[str, object]:
    """Train, export to ``output/encoder`` and give the metrics, with the share of texts that were masked."""
    import torch

    from training.mirror_bert.views import MirrorObjective, MirrorViews, read_pairs

    start_time = time.perf_counter()
    torch.manual_seed(config.seed)
    if config.threads:
        torch.set_num_threads(config.threads)
    pairs = read_pairs(config)
    if len(pairs) < config.batch_size:
        raise UserFacingError(
            f"'{config.texts}' holds {len(pairs)} distinct texts and a batch takes {config.batch_size}; "
            "give more texts or a smaller batch_size."
        )
    loaded = load_for_training(Path(config.start))
    start_state = {name: tensor.clone() for name, tensor in loaded.network.state_dict().items()}
    for module in loaded.network.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = config.dropout
        elif hasattr(module, "attention_dropout") and isinstance(module.attention_dropout, float):
            module.attention_dropout = config.dropout

    views = MirrorViews(pairs, loaded.source, config)
    objective = MirrorObjective(loaded.network, config.temperature)
    weights = [weight for name, weight in loaded.network.named_parameters() if not name.startswith("pooler.")]
    output = Path(config.output)
    metrics = train(
        objective,
        views,
        output,
        parameter_groups=[{"params": weights, "weight_decay": config.weight_decay}],
        learning_rate=config.learning_rate,
        warmup_share=0.0,
        scheduler="constant",
        bf16=config.bf16,
        seed=config.seed,
        save_steps=config.save_steps,
        log_steps=config.log_steps,
    )
    metrics |= {"texts": len(pairs), "masked_share": round(views.masked_share, 4)}

    state = average_weights(objective.network.state_dict(), start_state, config.start_share)
    hashes = {"texts": hash_file(Path(config.texts))}
    export_encoder(state, loaded.source, output / ENCODER_FOLDER, provenance={"recipe": "mirror-bert", "data": hashes})
    metrics["total_seconds"] = round(time.perf_counter() - start_time, 1)
    write_run_record(output, config=config, data_hashes=hashes, metrics=metrics)
    return metrics

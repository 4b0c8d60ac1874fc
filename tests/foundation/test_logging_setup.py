import logging

from phrase_explorer.foundation.logging_setup import set_up_logging


def test_the_log_goes_to_one_file_however_often_it_is_set_up(tmp_path):
    set_up_logging(tmp_path)
    path = set_up_logging(tmp_path)

    logging.getLogger("phrase_explorer.readers").info("stage %s began", "load")

    logger = logging.getLogger("phrase_explorer")
    for handler in list(logger.handlers):
        handler.close()
        logger.removeHandler(handler)
    logger.propagate = True
    assert path.read_text(encoding="utf-8").count("stage load began") == 1

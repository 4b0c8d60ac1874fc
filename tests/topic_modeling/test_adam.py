import pytest

torch = pytest.importorskip("torch")

from phrase_explorer.topic_modeling.adam import Adam  # noqa: E402


def test_steps_are_those_of_torch_s_own_adam():
    start = torch.tensor([[1.0, -2.0], [0.5, 3.0]])
    ours, theirs = (start.clone().requires_grad_() for _ in range(2))
    frozen = torch.tensor([7.0])
    optimiser, peer = Adam([ours, frozen], 0.1), torch.optim.Adam([theirs], lr=0.1)

    for _ in range(5):
        (ours**4).sum().backward()
        optimiser.step()
        peer.zero_grad()
        (theirs**4).sum().backward()
        peer.step()

    assert torch.allclose(ours, theirs, atol=1e-6)
    assert frozen.tolist() == [7.0]

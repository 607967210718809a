"""The network of the digits example, and its way in and out of a weights file."""

import torch
from torch import nn

import litho_weights


class DigitNet(nn.Module):
    """Reads one digit from N x 1 x 28 x 28 float32 (ink 1.0, paper 0.0).

    The module names are part of the contract: the weights file carries them,
    and the C++ side of the example looks its tensors up by them.
    """

    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(16)
        self.depthwise = nn.Conv2d(16, 16, 3, padding=1, groups=16, bias=False)
        self.bn2 = nn.BatchNorm2d(16)
        self.pointwise = nn.Conv2d(16, 32, 1, bias=False)
        self.bn3 = nn.BatchNorm2d(32)
        self.conv2 = nn.Conv2d(32, 32, 3, padding=1, bias=False)
        self.bn4 = nn.BatchNorm2d(32)
        self.conv3 = nn.Conv2d(32, 32, 3, padding=1, bias=False)
        self.bn5 = nn.BatchNorm2d(32)
        self.fc = nn.Linear(32, 10)
        self.relu = nn.ReLU()
        self.pool = nn.MaxPool2d(2)

    def forward(self, images):
        """Return the ten scores (before softmax)."""
        x = self.pool(self.relu(self.bn1(self.conv1(images))))   # 16 x 14 x 14
        x = self.relu(self.bn2(self.depthwise(x)))               # 16 x 14 x 14
        x = self.relu(self.bn3(self.pointwise(x)))               # 32 x 14 x 14
        x = self.relu(self.bn4(self.conv2(x)) + x)               # residual
        x = self.pool(x)                                         # 32 x 7 x 7
        x = self.relu(self.bn5(self.conv3(x)))                   # 32 x 7 x 7
        return self.fc(x.mean(dim=(2, 3)))


def save(model, path):
    # num_batches_tracked only matters to training, so it is left out.
    litho_weights.write(path, {name: value.detach().numpy()
                               for name, value in model.state_dict().items()
                               if not name.endswith("num_batches_tracked")})


def load(path):
    """Return the network in eval mode with the weights of the file."""
    model = DigitNet()
    tensors = {name: torch.from_numpy(array.copy())
               for name, array in litho_weights.read(path).items()}
    missing, unexpected = model.load_state_dict(tensors, strict=False)
    missing = [name for name in missing if not name.endswith("num_batches_tracked")]
    if missing or unexpected:
        raise ValueError(f"{path}: missing {missing}, unexpected {unexpected}")
    return model.eval()


def probabilities(model, images):
    with torch.no_grad():
        return torch.softmax(model(images), dim=1)

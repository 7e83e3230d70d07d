"""Batches to learn from: places cut out as a reader would, somewhat beside and in other light, with what is to be told of them; needs torch."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from benchmarks.dice_training.losses import Aims
from benchmarks.dice_training.pictures import (
    BODY,
    EDGE,
    LEAN,
    SEEN,
    THERE,
    TIPPED,
    TOLD,
    TURN,
    UP,
    VALUE,
    X,
    Y,
)
from benchmarks.dice_training.places import SIZE
from benchmarks.dice_training.pool import (
    AMID,
    HIDES,
    LEANS,
    WHOLE,
    Part,
    Photographs,
    Pool,
    sorted_out,
)
from benchmarks.dice_training.weather import weathered
from vision.dice.networks import AS_DARK, FACE, NONE, UNKNOWN, WHITE

if TYPE_CHECKING:
    from torch import Tensor

SHARES: Final = (0.4, 0.16, 0.12)
"""Of places to learn from: level dice, those that lean, those of which something is hidden; the others are none..."""
BESIDE: Final = 0.35
"""...of which this share is beside dice or anywhere, the others are what the finder takes for dice."""
REAL: Final = 0.22
"""The share of a batch that is photographed."""
OFF: Final = ((0.05, 0.6), (0.12, 0.3), (0.2, 0.1))
"""So far off its middle a face is cut out, in edges, and how often..."""
FARTHEST, LARGER = 0.36, 0.09
"""...at most so far, and so much larger or smaller, as a logarithm."""
LEVEL_UNKNOWN: Final = 0.25
"""The share of places of which nobody knows what is up."""
ASTRAY: Final = 0.04
"""How far a pose errs in where straight up is, in edges."""
LEARNT, FLAT = 0.7, 20.0
"""What is on a face of which less is seen, or that leans by more degrees, is not asked."""
FIRST: Final = (SIZE - 1) / 2


@dataclass(slots=True)
class Spots:
    """Places to be cut out, and what is there: all of shape (n,) or (n, k)."""

    image: Tensor
    """Bytes, (n, 3, SIZE, SIZE)."""
    white: Tensor
    at: Tensor
    edge: Tensor
    turn: Tensor
    """Degrees, on the table."""
    up: Tensor
    """(n, 2)."""
    known: Tensor
    """Whether it is known what is up."""
    truth: Tensor
    """(n, TOLD); all 0 where there is no die."""
    real: Tensor
    """Whether it is on a photograph, of which only the value is known."""
    value: Tensor
    """0 to 6, or none."""


def reading_batch(pool: Pool, photographs: Photographs | None, count: int) -> tuple[Tensor, Aims]:
    """So many places, as the reader wants them, and what it is to tell of them."""
    import torch

    real = round(count * REAL) if photographs is not None else 0
    numbers = [round(share * (count - real)) for share in SHARES]
    some = [_dice_of(pool, kind, n) for kind, n in zip(pool.kinds, numbers, strict=True)]
    rest = count - real - sum(numbers)
    beside = round(rest * BESIDE)
    some += [_others_of(pool, rest - beside), _beside(pool, beside)]
    if photographs is not None:
        some.append(_photographed(photographs, real))
    names = Spots.__slots__
    spots = Spots(*(torch.cat([getattr(s, name) for s in some]) for name in names))
    return seen(spots, in_other_light=True)


def _picked(these: Tensor, count: int) -> Tensor:
    import torch

    return these[torch.randint(len(these), (count,), device=these.device)]


def _dice_of(pool: Pool, these: Tensor, count: int) -> Spots:
    picture, die = _picked(these, count).T
    truth = pool.dice[picture, die]
    return beside_middle(pool.image[picture], pool.white[picture], truth)


def beside_middle(image: Tensor, white: Tensor, truth: Tensor) -> Spots:
    """Dice, somewhat beside their middles, too near or too far, turned somewhat wrong."""
    import torch

    n, on = len(truth), truth.device
    spread = torch.tensor([off for off, _ in OFF], device=on)
    often = torch.tensor([share for _, share in OFF], device=on)
    off = torch.randn(n, 2, device=on) * spread[often.multinomial(n, True)][:, None]
    off *= (FARTHEST / off.norm(dim=1, keepdim=True).clamp(min=1e-6)).clamp(max=1)
    edge, rough = truth[:, EDGE], torch.rand(n, device=on)
    turn = truth[:, TURN] + 2.5 * torch.randn(n, device=on)
    turn = torch.where(rough < 0.12, turn + 12 * torch.randn(n, device=on), turn)
    turn = torch.where(rough > 0.97, 90 * torch.rand(n, device=on) - 45, turn)
    return Spots(
        image,
        white,
        truth[:, [X, Y]] + off * edge[:, None],
        edge * torch.exp(LARGER * torch.randn(n, device=on)),
        (turn + 45) % 90 - 45,
        truth[:, UP],
        torch.rand(n, device=on) > LEVEL_UNKNOWN,
        truth,
        torch.zeros(n, dtype=torch.bool, device=on),
        truth[:, VALUE].long() - 1,
    )


def _others_of(pool: Pool, count: int) -> Spots:
    """What the finder takes for dice and is none."""
    import torch

    if not len(pool.others):
        return _beside(pool, count)
    picture, which = _picked(pool.others, count).T
    x, y, edge, turn, _ = pool.other[picture, which].T
    on = edge.device
    at = torch.stack([x, y], 1) + 0.08 * edge[:, None] * torch.randn(count, 2, device=on)
    edge = edge * torch.exp(0.12 * torch.randn(count, device=on))
    turn = (turn + 4 * torch.randn(count, device=on) + 45) % 90 - 45
    return _none(pool, picture, at, edge, turn)


def _beside(pool: Pool, count: int) -> Spots:
    """Sides of dice, what is between them, and anything else."""
    import torch

    on = pool.dice.device
    picture, die = _picked(torch.cat(pool.kinds), count).T
    truth = pool.dice[picture, die]
    way = 2 * math.pi * torch.rand(count, device=on)
    far = truth[:, EDGE] * (0.55 + 0.9 * torch.rand(count, device=on))
    at = truth[:, [X, Y]] + far[:, None] * torch.stack([way.cos(), way.sin()], 1)
    anywhere = torch.rand(count, device=on) < 0.3
    at = torch.where(anywhere[:, None], SIZE * torch.rand(count, 2, device=on), at)
    edge = truth[:, EDGE] * torch.exp(0.2 * torch.randn(count, device=on))
    turn = (truth[:, TURN] + 45 + 15 * torch.randn(count, device=on)) % 90 - 45
    return _none(pool, picture, at, edge, turn)


def _none(pool: Pool, picture: Tensor, at: Tensor, edge: Tensor, turn: Tensor) -> Spots:
    """Places that are no dice; those that are too near to one count as nothing."""
    import torch

    dice, on = pool.dice[picture], edge.device
    off = (dice[..., [X, Y]] - at[:, None]).norm(dim=2) / dice[..., EDGE].clamp(min=1)
    hindered = (dice[..., LEAN] >= LEANS[1]) | (1 - dice[..., SEEN] >= HIDES[1])
    larger = (edge[:, None] / dice[..., EDGE].clamp(min=1)).log().abs() > math.log(1.6)
    near = (off < torch.where(hindered, 0.62, 0.45)) & ~larger & (dice[..., THERE] > 0)
    value = torch.where(near.any(1), -1, NONE)
    return Spots(
        pool.image[picture],
        pool.white[picture],
        at,
        edge,
        turn,
        dice[:, 0, UP],
        torch.rand(len(edge), device=on) > LEVEL_UNKNOWN,
        torch.zeros_like(dice[:, 0]),
        torch.zeros(len(edge), dtype=torch.bool, device=on),
        value,
    )


def _photographed(photographs: Photographs, count: int) -> Spots:
    import torch

    on = photographs.image.device
    dice = (photographs.value != NONE).nonzero()[:, 0]
    others = (photographs.value == NONE).nonzero()[:, 0]
    which = torch.cat([_picked(dice, count - count // 3), _picked(others, count // 3)])
    at = FIRST + AMID * 0.05 * torch.randn(count, 2, device=on)
    edge = AMID * torch.exp(LARGER * torch.randn(count, device=on))
    return Spots(
        photographs.image[which],
        photographs.white[which],
        at,
        edge,
        # They are turned as a reader sees it already, but for this.
        4 * torch.randn(count, device=on),
        torch.zeros(count, 2, device=on),
        torch.zeros(count, dtype=torch.bool, device=on),
        torch.zeros(count, TOLD, device=on),
        torch.ones(count, dtype=torch.bool, device=on),
        photographs.value[which],
    )


# Cuts --------------------------------------------------------------------------------


def _onto_table(up: Tensor) -> tuple[Tensor, Tensor]:
    """As ``onto_table``, shape (n, 2, 2), and how much lower edges seem, shape (n,)."""
    import torch

    sine = up.norm(dim=1)
    low = (1 - sine.clamp(max=0.9) ** 2).sqrt()
    far = torch.where(
        (sine > 1e-6)[:, None], up / sine.clamp(min=1e-6)[:, None], up.new_tensor([0.0, -1.0])
    )
    rows = torch.stack([torch.stack([-far[:, 1], far[:, 0]], 1), -far / low[:, None]], 1)
    return rows, low


def _inverse(m: Tensor) -> Tensor:
    """Of matrices, shape (n, 2, 2); torch's own waits for the device."""
    import torch

    (a, b), (c, d) = m[:, 0].T, m[:, 1].T
    rows = torch.stack([torch.stack([d, -b], 1), torch.stack([-c, a], 1)], 1)
    return rows / (a * d - b * c)[:, None, None]


def _rotation(degrees: Tensor) -> Tensor:
    """From the table to what is turned so on it, shape (n, 2, 2)."""
    import torch

    c, s = degrees.deg2rad().cos(), degrees.deg2rad().sin()
    return torch.stack([torch.stack([c, s], 1), torch.stack([-s, c], 1)], 1)


def _in_picture(onto: Tensor, turn: Tensor) -> Tensor:
    """As ``in_picture``, degrees."""
    import torch

    ways = _inverse(onto) @ _rotation(turn).transpose(1, 2)
    fourth = torch.complex(ways[:, 0], ways[:, 1]) ** 4
    return fourth.sum(1).angle().rad2deg() / 4


def seen(spots: Spots, in_other_light: bool) -> tuple[Tensor, Aims]:
    """Places as the reader wants them, in other light and mirrored or not, and what it is to tell of them."""
    import torch
    import torch.nn.functional as F

    n, on, known = len(spots.edge), spots.edge.device, spots.known
    up = spots.up + (ASTRAY * torch.randn(n, 2, device=on) if in_other_light else 0)
    onto, low = _onto_table(up)
    turn = torch.where(known, spots.turn, _in_picture(_onto_table(spots.up)[0], spots.turn))
    turn = torch.where(spots.real, spots.turn, turn)
    quarter = 90 * torch.randint(4, (n,), device=on) * in_other_light
    turn = torch.where(known, turn, turn + quarter)
    eye = torch.eye(2, device=on).expand_as(onto)
    onto = torch.where(known[:, None, None], onto, eye)
    scale = FACE.side / FACE.around / spots.edge * torch.where(known, (1 + low) / 2, 1.0)
    onto = scale[:, None, None] * (_rotation(turn) @ onto)
    flip = torch.ones(n, 2, device=on)
    if in_other_light:
        flip[:, 0] = 1 - 2 * (torch.rand(n, device=on) < 0.5)
    onto = flip[:, :, None] * onto

    step = torch.arange(FACE.side, device=on) - (FACE.side - 1) / 2
    out = torch.stack(torch.meshgrid(step, step, indexing="xy"), -1).float()
    back = _inverse(onto)
    px = torch.einsum("nij,hwj->nhwi", back, out) + spots.at[:, None, None]
    grid = (2 * px + 1) / SIZE - 1
    cut = F.grid_sample(spots.image.float(), grid, padding_mode="border", align_corners=False)
    cut, body, coloured = _lit(cut / 255, spots, in_other_light)

    far = up.norm(dim=1).clamp(max=0.9)
    far = (far / (1 - far**2).sqrt()).clamp(max=1.5)
    angle = turn.deg2rad()
    sides = torch.stack([far * angle.sin(), far * angle.cos()], 1) * flip
    sides = torch.where(known[:, None], sides, up.new_tensor(UNKNOWN))
    planes = sides[:, :, None, None].expand(n, 2, FACE.side, FACE.side)
    aims = _aims(spots, onto, turn, flip)
    aims |= {"body": body, "body_asked": coloured * aims.pop("is_whole")}
    return torch.cat([cut, planes], 1), aims


def _lit(cut: Tensor, spots: Spots, in_other_light: bool) -> tuple[Tensor, Tensor, Tensor]:
    """Cuts as the reader wants them, their bodies' colours, and whether these are seen in them."""
    import torch

    n, on = len(cut), cut.device
    white, body = spots.white, spots.truth[:, BODY]
    coloured = torch.ones(n, device=on)
    if in_other_light:
        much = torch.where(spots.known, 0.1, 0.3)[:, None]
        white = white * torch.exp(much * torch.randn(n, 1, device=on))
        white = white * torch.exp(0.4 * much * torch.randn(n, 3, device=on))
    x = cut / white.clamp(min=0.02)[:, :, None, None]
    if in_other_light:
        mix = torch.eye(3, device=on) + 0.03 * torch.randn(n, 3, 3, device=on)
        order = torch.rand(n, 3, device=on).argsort(1)
        swapped = torch.eye(3, device=on)[order]
        some = torch.rand(n, device=on)
        mix = torch.where((some < 0.2)[:, None, None], mix @ swapped, mix)
        body = torch.where((some < 0.2)[:, None], torch.einsum("nij,nj->ni", swapped, body), body)
        grey = torch.zeros(n, 3, 3, device=on)
        grey.scatter_(2, torch.randint(3, (n, 1, 1), device=on).expand(n, 3, 1), 1.0)
        mix = torch.where((some > 0.93)[:, None, None], grey, mix)
        coloured = (some <= 0.93).float()
        x = torch.einsum("nij,njhw->nihw", mix, x)
        is_die = (spots.value >= 0) & (spots.value != NONE)
        x = weathered(x, spots.real, is_die).clamp(min=0)
        power = torch.exp(0.1 * torch.randn(n, 1, 1, 1, device=on))
        x = (x + 1e-4) ** power
    x = (WHITE * x).clamp(0, 1) - 0.5
    return x, (body.clamp(min=0) + AS_DARK).log(), coloured


def _aims(spots: Spots, onto: Tensor, turn: Tensor, flip: Tensor) -> Aims:
    """What is to be told of places."""
    import torch

    truth, real, value = spots.truth, spots.real, spots.value
    is_die = (value != NONE) & (value >= 0)
    painted = is_die & ~real
    lean, hidden = truth[:, LEAN], 1 - truth[:, SEEN]
    per_edge = FACE.side / FACE.around
    off = torch.einsum("nij,nj->ni", onto, truth[:, [X, Y]] - spots.at) / per_edge
    larger = (truth[:, EDGE].clamp(min=1) / spots.edge).log()
    room = truth[:, EDGE] * WHOLE
    inside = ((truth[:, [X, Y]] > room[:, None]) & (truth[:, [X, Y]] < SIZE - room[:, None])).all(1)
    tilt = torch.einsum("nij,nj->ni", _rotation(turn), truth[:, TIPPED]) * flip
    shown = (hidden < 1 - LEARNT) & (lean < FLAT)
    asked = {
        "is_asked": value >= 0,
        "value_asked": (painted & shown) | (is_die & real),
        "lean_asked": painted & ((lean <= LEANS[0]) | (lean >= LEANS[1])),
        "cover_asked": painted & inside & ((hidden <= HIDES[0]) | (hidden >= HIDES[1])),
        "place_asked": painted & (hidden < 0.5),
        "tilt_asked": painted & spots.known,
        "is_whole": painted,
    }
    flags = torch.stack([lean >= LEANS[1], hidden >= HIDES[1]], 1).float()
    return {
        **{name: which.float() for name, which in asked.items()},
        "die": is_die.float(),
        "value": value.clamp(0, NONE - 1),
        "flags": flags,
        "place": torch.cat([off, larger[:, None]], 1),
        "tilt": tilt,
    }


def aside_batch(part: Part) -> tuple[Tensor, Aims, Tensor]:
    """All dice of pictures that are not learnt from, and what the finder takes for dice in them, each as it lies; and which of ``LEVEL``, ``LEANING``, ``HIDDEN`` or none each is."""
    import torch

    kinds, others = sorted_out(part.dice, part.other)
    rows = torch.cat(kinds)
    which = [torch.full((len(kind),), n) for n, kind in enumerate(kinds)]
    truth = part.dice[rows[:, 0], rows[:, 1]]
    dice = beside_middle(part.image[rows[:, 0]], part.white[rows[:, 0]], truth)
    x, y, edge, turn, _ = part.other[others[:, 0], others[:, 1]].T
    n, on = len(edge), edge.device
    none = Spots(
        part.image[others[:, 0]],
        part.white[others[:, 0]],
        torch.stack([x, y], 1),
        edge,
        turn,
        part.dice[others[:, 0], 0, UP],
        torch.ones(n, dtype=torch.bool, device=on),
        torch.zeros(n, truth.shape[1], device=on),
        torch.zeros(n, dtype=torch.bool, device=on),
        torch.full((n,), NONE, device=on),
    )
    dice.known = torch.ones_like(dice.known)
    names = Spots.__slots__
    spots = Spots(*(torch.cat([getattr(dice, k), getattr(none, k)]) for k in names))
    x, aims = seen(spots, in_other_light=False)
    return x, aims, torch.cat([*which, torch.full((n,), len(kinds))]).to(on)


def finding_batch(pool: Pool, count: int, side: int) -> tuple[Tensor, Tensor]:
    """So many whole pictures of a side (px), turned, mirrored and in other light, and their dice in px of them."""
    import torch
    import torch.nn.functional as F

    on = pool.dice.device
    which = torch.randint(pool.count, (count,), device=on)
    x = F.interpolate(pool.image[which].float(), (side, side), mode="bilinear", antialias=True)
    dice = pool.dice[which].clone()
    share = side / SIZE
    dice[..., :2] = (dice[..., :2] + 0.5) * share - 0.5
    dice[..., EDGE] *= share
    for _ in range(int(torch.randint(4, ()))):
        x = x.rot90(1, (2, 3))
        right, down = dice[..., X].clone(), dice[..., Y].clone()
        dice[..., X], dice[..., Y] = down, side - 1 - right
    if torch.rand(()) < 0.5:
        x, dice[..., X] = x.flip(3), side - 1 - dice[..., X]
    n = count
    light = torch.exp(0.25 * torch.randn(n, 1, device=on))
    light = light * torch.exp(0.06 * torch.randn(n, 3, device=on))
    x = x / 255 * light[:, :, None, None]
    mix = torch.eye(3, device=on) + 0.04 * torch.randn(n, 3, 3, device=on)
    order = torch.rand(n, 3, device=on).argsort(1)
    some = torch.rand(n, device=on) < 0.25
    mix = torch.where(some[:, None, None], torch.eye(3, device=on)[order], mix)
    x = torch.einsum("nij,njhw->nihw", mix, x)
    return x.clamp(0, 1) - 0.5, dice

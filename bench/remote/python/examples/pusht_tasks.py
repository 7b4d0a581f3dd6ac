"""PushT of gym-pusht, for `counterpoise demos collect`, `eval --env` and `try --env`, and a scripted expert for it
(gym-pusht 0.1.8 with pymunk 6.11.1; gym-pusht ships no expert).

    counterpoise demos collect out/pusht.hdf5 --env counterpoise.examples.pusht_tasks:make \\
        --expert "optimal=counterpoise.examples.pusht_tasks:expert" \\
        --expert "beside=counterpoise.examples.pusht_tasks:bad?style=beside"

Places are in pixels of gym-pusht's 512 by 512, as complex numbers x + iy; angles are in radians, and a direction is a
complex number of length 1.
"""

import functools

import numpy as np
import shapely
from gym_pusht.envs import PushTEnv

REACH = 40.0  # pixels of an action of 1
AHEAD = 24.0  # pixels: how far before the agent a push aims, which makes it go half of that a step
RADIUS = 15.0  # pixels of the agent
CORNERS = np.array([-60, 60, 60 + 30j, 15 + 30j, 15 + 120j, -15 + 120j, -15 + 30j, -60 + 30j])  # of the T in its frame
HOLLOW = (3, 6)  # the corners that are
HEAVY = 45j  # the T's center of gravity in its frame
INERTIA = 3000.0  # its moment of inertia by its mass, pixels^2
SPREAD = 45.0  # pixels of its center of gravity from its points: what a radian is worth
FACING = np.exp(0.25j * np.pi)  # the direction of the T at the goal
GOAL = 256 + 256j + HEAVY * FACING  # its center of gravity there
LENGTHS = np.array([2, 4, 7, 12, 20, 32, 48, 70, 100, 140])  # pixels of the pushes that are considered


class Task:
    """PushT with a flat state: the agent's x and y, the T's x, y, sine and cosine, and the agent's place in the T's
    frame. An action is where the agent is drawn to, as seen from where it is, of at most 40 pixels each way. Success is
    that the T covers so much of the goal at a step: 0.95 is gym-pusht's own rule, another is one of ours."""

    max_path_length = 200

    def __init__(self, cover):
        self.env, self.cover = PushTEnv(obs_type="state"), cover
        self.action_space = Bounds(-np.ones(2), np.ones(2))

    def observation(self, state):
        agent, block, facing = complex(*state[:2]), complex(*state[2:4]), np.exp(1j * state[4])
        own = (agent - block) / facing
        return np.array([*state[:4], facing.imag, facing.real, own.real, own.imag])

    def reset(self, seed=None):
        state, info = self.env.reset(seed=seed)
        return self.observation(state), info

    def step(self, action):
        to = np.array(self.env.agent.position) + REACH * np.asarray(action, np.float64)
        state, reward, _, truncated, info = self.env.step(np.clip(to, 0, 512))
        success = bool(info["coverage"] > self.cover)
        return self.observation(state), reward, success, truncated, {**info, "success": success}


class Bounds:
    """The bounds of actions, as gymnasium.spaces.Box has them."""

    def __init__(self, low, high):
        self.low, self.high, self.shape = np.float32(low), np.float32(high), low.shape


def make(cover=0.95):
    """PushT, solved where the T covers more than so much of the goal."""
    return Task(cover)


def expert(observation):
    """Pushes the T to the goal with the pushes that take the fewest steps, thought anew at every step."""
    agent, block, facing = complex(*observation[:2]), complex(*observation[2:4]), complex(*observation[5:3:-1])
    to = (planner().target(agent, block, facing) - agent) / REACH
    return np.clip([to.real, to.imag], -1, 1)


def bad(style, beside=30.0):
    """The expert, as somebody would show it who is bad at it. The start decides what it draws.

    beside  takes the T for so many pixels beside where it is, on a side of each demonstration
    early   stops somewhere between the 10th and the 40th step, and waits
    """
    step, aside, ends = -1, None, None

    def act(observation):
        nonlocal step, aside, ends
        step += 1
        if step == 0:
            generator = np.random.default_rng(np.float64(observation).view(np.uint32).tolist())
            angle, ends = generator.uniform(0, 2 * np.pi), generator.integers(10, 40)
            aside = beside * np.array([np.cos(angle), np.sin(angle)])
        if style == "early":
            return expert(observation) if step < ends else np.zeros(2)
        seen = np.array(observation)
        seen[2:4] += aside
        return expert(seen)

    return act


def xy(z):
    """Complex numbers (...) as points (..., 2)."""
    return np.stack([np.real(z), np.imag(z)], -1)


class Pushes:
    """What the agent can do to the T, in the T's frame. A push begins at one of n places and is one of m lengths.

    The T stands still where it is not pushed, and nothing rubs: a push along the normal of a side turns and moves it at
    constant rates a pixel of the agent's way, which depend on the place alone.
    """

    def __init__(self):
        touch, normal = [], []
        for i in range(8):
            side = CORNERS[(i + 1) % 8] - CORNERS[i]
            along = side / abs(side)
            first = RADIUS + 3 if i in HOLLOW else 5
            last = abs(side) - (RADIUS + 3 if (i + 1) % 8 in HOLLOW else 5)
            count = max(2, round((last - first) / 13) + 1)
            touch += [CORNERS[i] + along * t for t in np.linspace(first, last, count)]
            normal += [-1j * along] * count
        touch, self.normal = np.array(touch), np.array(normal)
        self.at = touch + RADIUS * self.normal  # (n) where the agent touches the T
        self.before = self.at + 6 * self.normal  # (n) where it comes from
        torque = -((touch - HEAVY).conj() * self.normal).imag
        way = 1 / (1 + torque**2 / INERTIA)
        self.moves, self.turns = -self.normal * way, torque / INERTIA * way  # (n) a pixel of way
        self.of, self.length = np.repeat(np.arange(len(touch)), len(LENGTHS)), np.tile(LENGTHS, len(touch))  # (n m)
        self.shift, self.turn = self.pushed(self.of, self.length)
        # The ways around the T lead over the corners of an outline.
        shape = shapely.Polygon(xy(CORNERS))
        self.blocked = shape.buffer(RADIUS - 0.7, join_style="mitre")
        self.close = shape.buffer(RADIUS + 0.8, join_style="mitre")
        self.rim = shape.buffer(RADIUS + 1.5, join_style="mitre").exterior
        for prepared in (self.blocked, self.close):
            shapely.prepare(prepared)
        self.nodes = shapely.get_coordinates(shape.buffer(RADIUS + 7, join_style="mitre").exterior)[:-1] @ [1, 1j]
        between = self.straight(self.nodes, self.nodes)
        for k in range(len(self.nodes)):
            between = np.minimum(between, between[:, [k]] + between[[k]])
        self.leave = np.min(between[:, :, None] + self.straight(self.nodes, self.before)[None], 1)  # (nodes, n)
        self.hop = self.around(self.before)  # (n, n)

    def pushed(self, of, length):
        """How far a push of a length moves the center of gravity, and the direction of the T after it."""
        turn = self.turns[of] * length
        safe = np.where(np.abs(turn) < 1e-6, 1e-6, turn)
        return self.moves[of] * length * (np.exp(1j * safe) - 1) / (1j * safe), np.exp(1j * turn)

    def straight(self, a, b):
        """Lengths (a, b) of the straight ways, infinite where the T is between."""
        a, b = np.broadcast_arrays(a[:, None], b[None])
        hits = shapely.intersects(self.blocked, shapely.linestrings(np.stack([xy(a), xy(b)], -2)))
        return np.where(hits, np.inf, abs(a - b))

    def around(self, a):
        """Lengths (a, n) of the ways from places to those where pushes come from."""
        over = np.min(self.straight(a, self.nodes)[:, :, None] + self.leave[None], 1)
        return np.minimum(self.straight(a, self.before), over)

    def touching(self, own, of):
        """Whether an agent is where a push is under way."""
        off = (own - self.at[of]) / self.normal[of]
        return (np.abs(off.imag) < 5) & (off.real > -3) & (off.real < 9)

    def freed(self, own):
        """The place itself, or one that is clear of the T where it is close to it."""
        point = shapely.Point(own.real, own.imag)
        if not self.close.contains(point):
            return own
        return complex(*self.rim.interpolate(self.rim.project(point)).coords[0])


class Planner:
    """Searches one, two and three pushes for those that take the fewest steps and leave the T the least beside."""

    def __init__(self):
        self.can = Pushes()
        # Steps (n, n m) of a push after another: the way between, the turn back, the push.
        self.after = (self.can.hop / (REACH / 2) + 6)[:, self.can.of] + self.can.length / (AHEAD / 2)

    def beside(self, heavy, facing):
        """Steps (a, n m) that the T's distance from the goal is worth after states (a) and each push."""
        can = self.can
        away, off = (heavy - GOAL).conj() * facing, 2 * SPREAD**2 * facing / FACING
        one = np.ones(len(away))
        states = [abs(away) ** 2 + 2 * SPREAD**2, one, 2 * away.real, -2 * away.imag, -off.real, off.imag]
        after = [np.ones(len(can.of)), abs(can.shift) ** 2, *xy(can.shift).T, *xy(can.turn).T]
        return 3 * np.sqrt(np.maximum(np.stack(states, 1) @ np.stack(after), 0))

    def plan(self, agent, block, facing):
        """The push of the n to make now, and its length."""
        can, own, heavy = self.can, (agent - block) / facing, block + facing * HEAVY
        free = can.freed(own)
        way = can.around(np.array([free]))[0] + abs(free - own)
        come = xy(block + facing * can.before)
        steps = np.where(can.touching(own, np.arange(len(way))), 0, way / (REACH / 2) + 6)
        steps += 1e6 * np.any((come < 8) | (come > 504), 1)
        first = steps[can.of] + can.length / (AHEAD / 2)
        heavy1, facing1 = heavy + facing * can.shift, facing * can.turn
        corners = xy(heavy1[:, None] + facing1[:, None] * (CORNERS - HEAVY))
        first += 1e3 * np.any((corners < 8) | (corners > 503), (1, 2))  # the walls
        one = first + self.beside(np.array([heavy]), np.array([facing]))[0]

        few = np.flatnonzero(first < 1e3)
        if not len(few):
            few = np.arange(len(first))
        second = first[few, None] + self.after[can.of[few]]
        two = second + self.beside(heavy1[few], facing1[few])

        best = np.argpartition(two, 60, None)[:60]
        i, j = np.unravel_index(best, two.shape)
        heavy2 = heavy1[few[i]] + facing1[few[i]] * can.shift[j]
        three = second[i, j, None] + self.after[can.of[j]] + self.beside(heavy2, facing1[few[i]] * can.turn[j])

        which = np.argmin([one.min(), two.min(), three.min()])
        k = [one.argmin(), few[two.min(1).argmin()], few[i[three.min(1).argmin()]]][which]
        return can.of[k], can.length[k]

    def target(self, agent, block, facing):
        """Where to draw the agent to now."""
        can, own = self.can, (agent - block) / facing
        push, length = self.plan(agent, block, facing)
        if can.touching(own, push):
            shift, turn = can.pushed(push, min(length, AHEAD))
            return block + facing * (HEAVY + shift + turn * (can.at[push] - HEAVY))
        free = can.freed(own)
        start, over = np.array([free]), can.before[push]
        ways = can.straight(start, can.nodes)[0] + can.leave[:, push]
        if can.straight(start, can.before[[push]])[0, 0] > ways.min():
            over = can.nodes[ways.argmin()]
        step = 4 * (free - own) + (over - free) * (1 if free == own else 0.5)
        return agent + facing * step * min(1, REACH / max(abs(step), 1e-9))


@functools.cache
def planner():
    """The planner of all demonstrations, which remembers nothing."""
    return Planner()

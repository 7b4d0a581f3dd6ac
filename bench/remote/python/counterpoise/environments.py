"""Environments behind a socket, for `counterpoise eval POLICY --env`: the mirror of counterpoise.serve.

    from counterpoise.environments import serve
    serve(lambda: gymnasium.make("Pendulum-v1"), 8000, success=lambda step: step.reward > -0.1)

    python -m counterpoise.environments gymnasium:metaworld:Meta-World/MT1?env_name=reach-v3 --port 8000

PROTOCOL.md of bench/remote documents the messages. An environment is anything with reset(seed=...) -> (observation,
info) and step(action) -> (observation, reward, terminated, truncated, info), as Gymnasium's are; Gymnasium itself is
needed for environments that are named gymnasium:ID.
"""

import argparse
import asyncio
import concurrent.futures
import dataclasses
import importlib
import importlib.metadata
import inspect
import os
import platform
import sys
import threading
import urllib.parse

import numpy as np
from websockets.exceptions import ConnectionClosed

from . import wire
from .serve import IDLE_SECONDS, _frame, _Server, run

PROTOCOL = 1  # rises when a client of the number before would be misled
MAX_REQUEST = 16 << 20  # bytes of a message
MAX_NUMBERS = 1 << 16  # of an observation


class UnfitEnvironment(ValueError):
    """What is wrong with an environment or a request, in one sentence for the client."""


@dataclasses.dataclass
class Step:
    """What an environment has answered to an action, for a function that decides success."""

    observation: object
    reward: float
    terminated: bool
    truncated: bool
    info: dict


def serve(make_env, port, *, host="127.0.0.1", success=None, expert=None, horizon=None, slots=64, name=None, task=None,
          ready=None, connections=64):
    """Serves environments until it is stopped. Ctrl-C returns; a port that cannot be had is an OSError.

    Arguments:
        make_env: a function without arguments that returns a new environment. One is made at once, for what the
            greeting says; every connection makes its own, as many as it uses at a time.
        port: of the address; 0 takes a free one.
        host: the address to listen on, which only this machine reaches unless another is given.
        success: a function of a Step that returns whether the task is solved now. Without it info["success"] counts,
            or info["is_success"].
        expert: a function without arguments, called at each start, that returns a function of an observation, as the
            environment gives it, that returns an action: the demonstrator, for `counterpoise demos collect`.
        horizon: steps after which a rollout ends; that of Gymnasium's spec if there is one.
        slots: the most environments of a connection.
        name, task: what the environment is called, and its task as a sentence, for records.
        ready: called with the port once the server listens.
        connections: clients at a time.
    """
    greeting = describe(make_env, success=success, horizon=horizon, slots=slots, name=name, task=task)
    run(lambda listening: _Environments((make_env, success, expert), greeting, listening, connections), port, host,
        ready)


def describe(make_env, *, success=None, horizon=None, slots=64, name=None, task=None):
    """The greeting of a server: what an environment observes, takes and is made of. UnfitEnvironment says what makes it
    unfit."""
    env = make_env()
    try:
        observation, _ = _reset(env, 0)
        layout = layout_of(observation)
        spec = getattr(env, "spec", None)
        horizon = horizon or getattr(spec, "max_episode_steps", None) or getattr(env, "max_path_length", None)
        if not horizon:
            raise UnfitEnvironment("the environment does not say when a rollout ends: give horizon (--horizon N)")
        low, high = _bounds(env)
        how = "a function" if success else "info"
        return {
            "serves": "environments", "protocol": PROTOCOL, "name": name or getattr(spec, "id", type(env).__name__),
            "task": task or "", "slots": int(slots), "state": layout.names, "left_out": layout.left_out,
            "cameras": [{"name": name, "height": h, "width": w} for name, (h, w) in layout.cameras.items()],
            "action_low": low, "action_high": high, "horizon": int(horizon), "seeded": _takes(env.reset, "seed"),
            "success": how, "versions": _versions(env),
        }
    finally:
        _close(env)


@dataclasses.dataclass
class Layout:
    """The order of the numbers of an observation: keys in alphabetical order, each array in C order."""

    names: list
    left_out: list  # keys that are neither numbers nor pictures
    cameras: dict  # keys of 8-bit RGB pictures (height, width, 3), with height and width, in alphabetical order

    def flatten(self, observation):
        """The numbers of an observation (n) float32, which must be those of the layout."""
        parts = dict(_leaves("", observation))
        row = []
        for key in sorted(parts):
            if key not in self.left_out and (key or "picture") not in self.cameras:
                row.append(np.asarray(parts[key], np.float64).ravel())
        state = np.concatenate(row) if row else np.zeros(0)
        if len(state) != len(self.names):
            raise UnfitEnvironment(f"an observation has {len(state)} numbers, and the first had {len(self.names)}")
        bad = np.flatnonzero(~np.isfinite(state))
        if len(bad):
            raise UnfitEnvironment(f"number {bad[0]} ({self.names[bad[0]]}) of an observation is {state[bad[0]]}")
        return state.astype(np.float32)

    def pictures(self, observation):
        """The pictures of an observation by camera, uint8 (height, width, 3), in the sizes of the layout."""
        parts = {key or "picture": value for key, value in _leaves("", observation)}
        found = []
        for key, (height, width) in self.cameras.items():
            picture = np.asarray(parts.get(key))
            if picture.dtype != np.uint8 or picture.shape != (height, width, 3):
                raise UnfitEnvironment(f"picture {key} of an observation has shape {picture.shape} of {picture.dtype}, "
                                       f"and the first had ({height}, {width}, 3) of uint8")
            found.append(picture)
        return found


def layout_of(observation):
    """The layout of the observations that are like one."""
    names, left_out, cameras = [], [], {}
    for key, value in sorted(_leaves("", observation), key=lambda leaf: leaf[0]):
        array = np.asarray(value)
        if array.dtype == np.uint8 and array.ndim == 3 and array.shape[2] == 3 and array.size:
            cameras[key or "picture"] = array.shape[:2]
            continue
        if array.dtype.kind not in "biuf" or array.dtype == np.uint8 and array.ndim >= 2:
            left_out.append(key)
            continue
        name = key or "state"
        names += [name] if array.ndim == 0 else [f"{name}[{i}]" for i in range(array.size)]
    if not names and not cameras or len(names) > MAX_NUMBERS:
        raise UnfitEnvironment(f"an observation has {len(names)} numbers, expected 1 to {MAX_NUMBERS}"
                                + (f"; left out were {', '.join(left_out)}" if left_out else ""))
    return Layout(names, left_out, cameras)


def _leaves(prefix, value):
    """The arrays of nested dicts and tuples with their names."""
    if isinstance(value, dict):
        for key in value:
            yield from _leaves(f"{prefix}/{key}" if prefix else str(key), value[key])
    elif isinstance(value, tuple):
        for i, part in enumerate(value):
            yield from _leaves(f"{prefix}/{i}" if prefix else str(i), part)
    else:
        yield prefix, value


def _bounds(env):
    """The bounds of an action (n) each."""
    space = getattr(env, "action_space", None)
    low, high = getattr(space, "low", None), getattr(space, "high", None)
    if low is None or high is None or np.ndim(low) != 1:
        raise UnfitEnvironment(f"the action space is {space}; actions are vectors of numbers with bounds: "
                                "action_space.low and .high of one dimension (Gymnasium's Box)")
    return np.asarray(low, np.float32), np.asarray(high, np.float32)


def _takes(function, argument):
    """Whether a function can be called with an argument of a name."""
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return True
    return argument in parameters or any(p.kind == p.VAR_KEYWORD for p in parameters.values())


def _reset(env, seed):
    """The observation and the info of a new start."""
    answer = env.reset(seed=seed) if _takes(env.reset, "seed") else env.reset()
    if not (isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], dict)):
        raise UnfitEnvironment("reset returns no pair (observation, info): the environment is of an old interface")
    return answer


def _truth(value, what):
    """A truth value, which may be 0 or 1: a share of what is solved is neither success nor failure."""
    if np.size(value) == 1 and np.asarray(value).dtype.kind in "biuf" and np.asarray(value).item() in (0, 1):
        return bool(np.asarray(value).item())
    raise UnfitEnvironment(f"{what} is {value!r}, expected true or false, 0 or 1")


def _close(env):
    if hasattr(env, "close"):
        env.close()


def _versions(env):
    """The versions of Python and of the packages that an environment comes from."""
    found = {"python": platform.python_version()}
    modules = {"gymnasium", "numpy", "mujoco"}
    while env is not None:
        modules.add(type(env).__module__.partition(".")[0])
        env = env.__dict__.get("env") if hasattr(env, "__dict__") else None
    for module in sorted(modules):
        try:
            found[module] = importlib.metadata.version(module)
        except importlib.metadata.PackageNotFoundError:
            pass
    return found


class _Session:
    """The environments of a connection. All runs on the connection's thread."""

    def __init__(self, make_env, success, expert, greeting):
        self.make_env, self.success, self.make_expert, self.greeting = make_env, success, expert, greeting
        self.layout = Layout(greeting["state"], greeting["left_out"],
                             {c["name"]: (c["height"], c["width"]) for c in greeting["cameras"]})
        self.envs, self.seen, self.experts = {}, {}, {}  # by slot; seen are the last observations

    def answer(self, message):
        """The reply to a request: an answer, or a map with the error."""
        try:
            return wire.pack(self.reply(wire.unpack(message)))
        except UnfitEnvironment as problem:
            return wire.pack({"error": str(problem)})
        except BaseException as problem:  # SystemExit of an environment would end the loop in the middle of its work
            return wire.pack({"error": f"the environment raises {type(problem).__name__}: {problem}"})

    def reply(self, request):
        do = request.get("do") if isinstance(request, dict) else None
        if do not in ("reset", "step", "demonstrate"):
            raise UnfitEnvironment(f"no request {do!r}; there is reset, step, demonstrate")
        slots = np.asarray(request["slots"], np.int64).tolist()
        if len(set(slots)) != len(slots) or not all(0 <= s < self.greeting["slots"] for s in slots):
            raise UnfitEnvironment(f"slots are different numbers from 0 to {self.greeting['slots'] - 1}")
        if do == "demonstrate":
            return self.demonstrate(slots)
        answer = self.reset(slots, request["seeds"]) if do == "reset" else self.step(slots, request["actions"])
        if request.get("pictures"):
            seen = [self.layout.pictures(self.seen[slot]) for slot in slots]
            answer["pictures"] = [np.stack(pictures) for pictures in zip(*seen)]
        return answer

    def demonstrate(self, slots):
        if self.make_expert is None:
            raise UnfitEnvironment("the server has no expert: give one (--expert MODULE:FUNCTION)")
        actions = []
        for slot in slots:
            if slot not in self.envs:
                raise UnfitEnvironment(f"slot {slot} is demonstrated in before it is reset")
            try:
                action = self.experts[slot](self.seen[slot])
                if callable(action):
                    raise TypeError("it returns a function; with a ? behind its name, as in MODULE:FUNCTION?key=value, "
                                    "it makes an expert at each start")
                actions.append(np.asarray(action, np.float64).ravel())
            except Exception as problem:
                raise UnfitEnvironment(f"the expert raises {type(problem).__name__}: {problem}") from problem
            if len(actions[-1]) != len(self.greeting["action_low"]) or not np.isfinite(actions[-1]).all():
                raise UnfitEnvironment(f"the expert's action is {actions[-1]}, expected "
                                       f"{len(self.greeting['action_low'])} finite numbers")
        return {"actions": np.stack(actions).astype(np.float32)}

    def reset(self, slots, seeds):
        states = []
        for slot, seed in zip(slots, np.asarray(seeds).tolist(), strict=True):
            if slot not in self.envs:
                self.envs[slot] = self.make_env()
            self.seen[slot] = _reset(self.envs[slot], seed)[0]
            states.append(self.layout.flatten(self.seen[slot]))
            if self.make_expert is not None:
                self.experts[slot] = self.make_expert()
        return {"state": np.stack(states)}

    def step(self, slots, actions):
        actions = np.asarray(actions)
        width = len(self.greeting["action_low"])
        if actions.shape != (len(slots), width):
            raise UnfitEnvironment(f"actions have shape {actions.shape}, expected ({len(slots)}, {width})")
        out = {"state": [], "success": [], "ended": [], "reward": []}
        for slot, action in zip(slots, actions, strict=True):
            if slot not in self.envs:
                raise UnfitEnvironment(f"slot {slot} is stepped before it is reset")
            answer = self.envs[slot].step(action)
            if not (isinstance(answer, tuple) and len(answer) == 5):
                raise UnfitEnvironment("step returns no (observation, reward, terminated, truncated, info): the "
                                        "environment is of an old interface")
            step = Step(*answer)
            self.seen[slot] = step.observation
            out["state"].append(self.layout.flatten(step.observation))
            out["success"].append(self.succeeded(step))
            out["ended"].append(bool(step.terminated) or bool(step.truncated))
            out["reward"].append(float(step.reward))
        return {"state": np.stack(out["state"]), "success": np.array(out["success"], bool),
                "ended": np.array(out["ended"], bool), "reward": np.array(out["reward"], np.float64)}

    def succeeded(self, step):
        if self.success:
            return _truth(self.success(step), "what the function of success returns")
        for key in ("success", "is_success"):
            if key in step.info:
                return _truth(step.info[key], f"info[{key!r}]")
        raise UnfitEnvironment("info has neither success nor is_success: give a function of a Step "
                                "(--success MODULE:FUNCTION)")

    def close(self):
        for env in self.envs.values():
            _close(env)


class _Environments(_Server):
    """A server whose connections have environments of their own."""

    def __init__(self, made_by, greeting, listening, connections):
        super().__init__(None, listening, wire.pack(greeting), 1, connections, None)
        self.made_by, self.greeting = made_by, greeting
        self.max_question = MAX_REQUEST

    async def converse(self, connection):
        loop = asyncio.get_running_loop()
        session = _Session(*self.made_by, self.greeting)
        with concurrent.futures.ThreadPoolExecutor(1) as thread:
            try:
                await connection.send(self.metadata)
                while True:
                    request = await asyncio.wait_for(connection.recv(), IDLE_SECONDS)
                    connection.unread = max(0, connection.unread - _frame(len(request)))
                    await connection.send(await loop.run_in_executor(thread, session.answer, request))
            except ConnectionClosed:
                pass
            except asyncio.TimeoutError:
                await connection.close(1001, "no request for too long")
            finally:
                await loop.run_in_executor(thread, session.close)


def maker(text):
    """The function that makes the environment of a name: gymnasium:ID?key=value&..., or MODULE:FUNCTION?key=value."""
    kind, _, rest = text.partition(":")
    path, _, query = rest.partition("?")
    arguments = {key: _value(value) for key, value in urllib.parse.parse_qsl(query)}
    if kind != "gymnasium":
        made = function(f"{kind}:{path}")
        return lambda: made(**arguments)
    try:
        import gymnasium
    except ModuleNotFoundError as problem:
        raise UnfitEnvironment(f"{text} needs Gymnasium: {sys.executable} -m pip install gymnasium") from problem
    return lambda: gymnasium.make(path, **arguments)


def expert_maker(text):
    """The function that makes an expert: MODULE:FUNCTION is the expert itself, MODULE:FUNCTION?key=value makes one."""
    path, query, rest = text.partition("?")
    found = function(path)
    arguments = {key: _value(value) for key, value in urllib.parse.parse_qsl(rest)}
    return (lambda: found(**arguments)) if query else (lambda: found)


def _value(text):
    """A number, True or False where a text is one."""
    for kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            continue
        if np.isfinite(number):
            return number
    return {"True": True, "False": False, "true": True, "false": False}.get(text, text)


def function(text):
    """The function MODULE:NAME, from the present folder too."""
    module, _, name = text.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    found = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found


def explained(problem, asked=""):
    """A sentence about what keeps an environment from being made; asked is its name."""
    if isinstance(problem, ModuleNotFoundError):
        package = (problem.name or "").partition(".")[0]
        if package == asked.partition(":")[0].partition(".")[0]:
            return (f"there is no module {package} in the present folder or on PYTHONPATH; where it is a package: "
                    f"{sys.executable} -m pip install {package}")
        return f"there is no package {package}: {sys.executable} -m pip install {package}"
    if type(problem).__name__ == "NamespaceNotFound":  # Gymnasium's: what registers the environment is not imported
        return f"{problem} gymnasium:MODULE:ID imports the MODULE that registers it"
    return str(problem) if isinstance(problem, UnfitEnvironment) else f"{type(problem).__name__}: {problem}"


def main():
    a = argparse.ArgumentParser(prog="python -m counterpoise.environments", description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("env", help="gymnasium:ID?key=value, or MODULE:FUNCTION?key=value")
    a.add_argument("--port", type=int, default=0)
    a.add_argument("--success", help="MODULE:FUNCTION of a Step")
    a.add_argument("--expert", help="MODULE:FUNCTION of an observation, or MODULE:FUNCTION?key=value that returns one")
    a.add_argument("--horizon", type=int)
    a = a.parse_args()
    if os.environ.get("COUNTERPOISE_PARENT"):  # the program that started this holds stdin open
        threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    try:
        serve(maker(a.env), a.port, success=function(a.success) if a.success else None,
              expert=expert_maker(a.expert) if a.expert else None, horizon=a.horizon, name=a.env,
              ready=lambda port: print(f"listening ws://127.0.0.1:{port}", flush=True))
    except Exception as problem:
        print(f"error {' '.join(explained(problem, a.env).split())}", flush=True)
        sys.exit(1)


if __name__ == "__main__":
    main()

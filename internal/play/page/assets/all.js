// All starts of a behaviour under one policy, as small films that play in step. They are rolled out again in a worker of
// their own, which keeps the states and draws from them, so that no picture is kept; closing ends the worker.
import { byId, element, fault } from "./dom.js";
import { Cancelled, Engine } from "./engine.js";
import { player, still } from "./player.js";

const side = 84; // pixels of a film
const every = 3; // control steps from a picture to the next

// allStarts wires the grid.
export function allStarts(module, about) {
	let shown = null; // {engine, films, from}; a film is {id, moments, success, button, canvas, mark, at}
	const seconds = (step) => `${(step / about.rate).toFixed(1)} s`;

	// draw draws a step of the films that do not show it yet.
	const draw = async (step) => {
		const mine = shown;
		if (!mine) {
			return;
		}
		const { engine, films } = mine;
		const behind = films.filter((f) => f.at !== Math.min(step, f.moments - 1));
		if (behind.length > 0) {
			behind.forEach((f) => { f.at = Math.min(step, f.moments - 1); });
			await engine.drawAll(behind.map((f) => f.canvas), behind.map((f) => f.id), step,
				{ camera: "static", smooth: true }).catch(unlessClosed);
		}
		if (mine !== shown) {
			return;
		}
		for (const f of films) {
			const ended = f.at < f.moments - 1 ? "" : f.success ? "success" : "failure";
			f.button.dataset.ended = ended;
			f.mark.textContent = { "": "", success: " ✓", failure: " ✗" }[ended];
		}
		const n = (ended) => films.filter((f) => f.button.dataset.ended === ended).length;
		byId("all-now").textContent =
			`${seconds(step)}: ${n("success")} succeeded, ${n("failure")} failed, ${n("")} under way`;
	};
	const unlessClosed = (error) => {
		if (!(error instanceof Cancelled)) {
			throw error;
		}
	};
	const { show, play, pause } = player(byId("all-play"), byId("all-at"), about.rate, every, draw);

	const close = () => {
		if (!shown) {
			return;
		}
		pause();
		shown.engine.end(new Cancelled("closed"));
		if (byId("all").contains(document.activeElement)) {
			shown.from.focus();
		}
		shown = null;
		byId("all").hidden = true;
		byId("all-films").replaceChildren();
	};
	byId("all-close").addEventListener("click", close);

	// watch opens a film's start in Watch.
	const watch = (of, start) => {
		pause();
		location.hash = new URLSearchParams({ task: of.task, who: `policy:cloned: ${of.arm}`, behaviour: of.behaviour,
			start, seed: of.seed, step: 0 });
		byId("watch-title").scrollIntoView();
		byId("play").focus({ preventScroll: true });
	};

	// film adds a rollout to the grid.
	const film = (of, start, { id, moments, success }) => {
		const canvas = element("canvas", { width: side, height: side }), mark = element("span");
		const name = `start ${start}: ${success ? "success" : "failure"} after ${seconds(success || moments - 1)}`;
		const button = element("button", { type: "button", title: name, ariaLabel: name }, canvas, String(start), mark);
		button.addEventListener("click", () => watch(of, start));
		byId("all-films").append(element("li", {}, button));
		return { id, moments, success, button, canvas, mark, at: -1 };
	};

	return {
		close,
		// open rolls out a policy from all starts of a behaviour: of is {task, behaviour, seed, arm, bytes, row}, with the
		// row of the table. from is what was clicked.
		async open(of, from) {
			close();
			const mine = shown = { engine: new Engine(module), films: [], from };
			mine.engine.lost.push((reason) => { close(); fault(reason); });
			const { task, behaviour, seed, row } = of;
			byId("all-title").textContent = `All ${row.rollouts} starts of ${behaviour}: ${of.arm}`;
			byId("all-play").disabled = byId("all-at").disabled = true;
			byId("all-count").textContent = "rolling out";
			byId("all-now").textContent = "";
			byId("all").hidden = false;
			byId("all-title").scrollIntoView();
			byId("all-close").focus({ preventScroll: true });
			try {
				for (let start = 0; start < row.rollouts; start++) {
					const { value } = await mine.engine.call("play", { task, behaviour, start, seed }, of.bytes);
					mine.films.push(film(of, start, value));
					byId("all-at").max = Math.max(...mine.films.map((f) => f.moments)) - 1;
					await show(still() ? Number(byId("all-at").max) : 0);
				}
			} catch (error) {
				unlessClosed(error);
				return;
			}
			const right = mine.films.filter((f) => f.success).length;
			byId("all-count").textContent = `${right} of ${row.rollouts} succeed, with Wilson's 95 % interval from ` +
				`${Math.round(100 * row.low)} to ${Math.round(100 * row.high)} %.`;
			byId("all-play").disabled = byId("all-at").disabled = false;
			if (!still()) {
				play();
			}
		},
	};
}

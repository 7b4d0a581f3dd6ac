// Prints how fast the WebAssembly is under Node, by processor time, and how much memory kept rollouts take:
//
//	node speed.js wasm_exec.js play.wasm
"use strict";
const fs = require("fs");
const [runtime, program] = process.argv.slice(2);
globalThis.require = require;
require(fs.realpathSync(runtime));

const ask = (name, args, bytes = null) => {
	const answer = counterpoiseCall(name, JSON.stringify(args), bytes, null);
	if (answer.error) {
		throw new Error(answer.error);
	}
	return answer;
};
const call = (...all) => JSON.parse(ask(...all).json);

// rate runs f, which returns how much it did, and prints that by the second.
const rate = (what, f) => {
	const before = process.cpuUsage();
	const n = f();
	const { user, system } = process.cpuUsage(before);
	console.log(`${what}: ${Math.round(n * 1e6 / (user + system))} a second`);
};

// keep plays 50 rollouts of a policy that nobody showed this behaviour, which fail, and draws films of them.
const keep = (memory) => {
	const start = { task: "picking", behaviour: "right", seed: 1 };
	const { bytes } = ask("clone", { arm: "plain cloning", setting: { task: "picking", demos: [1, 0, 0], bad: 0,
		style: "erratic", named: 0, good: 0, starts: 1, seed: 1 } });
	const films = Array.from({ length: 50 }, (_, i) => call("play", { ...start, start: i }, bytes));
	const steps = films.reduce((sum, f) => sum + f.moments - 1, 0);
	const megabytes = Math.round(memory.buffer.byteLength / 1e6);
	console.log(`memory with ${films.length} rollouts of ${steps} control steps in all: ${megabytes} MB`);
	const size = 84, pixels = new Uint8ClampedArray(4 * size * size);
	const view = JSON.stringify({ camera: "static", width: size, height: size, smooth: true });
	const draw = (n) => {
		for (let i = 0; i < n; i++) {
			counterpoiseDraw(films[i % 50].id, 3 * Math.floor(i / 50), view, pixels);
		}
		return n;
	};
	draw(500); // the engine compiles in two stages
	rate(`smooth pictures of the static camera, ${size} x ${size}`, () => draw(1000));
};

const measure = () => {
	const episodes = [];
	const demonstrate = (from, to) => {
		let steps = 0;
		for (let start = from; start < to; start++) {
			const e = call("demonstrate", { task: "picking", behaviour: "left", start, seed: 1, style: "optimal" });
			episodes.push(e.id);
			steps += e.moments - 1;
		}
		return steps;
	};
	demonstrate(0, 5); // the engine compiles in two stages
	rate("control steps of a demonstrator", () => demonstrate(5, 105));
	for (const [camera, width, height] of [["static", 200, 200], ["gripper", 84, 84], ["free", 480, 320]]) {
		const pixels = new Uint8ClampedArray(4 * width * height);
		const draw = (n) => {
			for (let i = 0; i < n; i++) {
				const error = counterpoiseDraw(episodes[i % episodes.length], i % 40,
					JSON.stringify({ camera, width, height }), pixels);
				if (error) {
					throw new Error(error);
				}
			}
			return n;
		};
		draw(50);
		rate(`pictures of the ${camera} camera, ${width} x ${height}`, () => draw(500));
	}
};

const go = new Go();
WebAssembly.instantiate(fs.readFileSync(program), go.importObject).then(({ instance }) => {
	globalThis.counterpoiseReady = () => setTimeout(() => {
		keep(instance.exports.mem);
		measure();
		process.exit(0);
	});
	go.run(instance);
});


// Prints how fast the WebAssembly is under Node, by processor time:
//
//	node speed.js wasm_exec.js play.wasm
"use strict";
const fs = require("fs");
const [runtime, program] = process.argv.slice(2);
globalThis.require = require;
require(fs.realpathSync(runtime));

const call = (name, args) => {
	const answer = counterpoiseCall(name, JSON.stringify(args), null, null);
	if (answer.error) {
		throw new Error(answer.error);
	}
	return JSON.parse(answer.json);
};

// rate runs f, which returns how much it did, and prints that by the second.
const rate = (what, f) => {
	const before = process.cpuUsage();
	const n = f();
	const { user, system } = process.cpuUsage(before);
	console.log(`${what}: ${Math.round(n * 1e6 / (user + system))} a second`);
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

globalThis.counterpoiseReady = () => setTimeout(() => {
	measure();
	process.exit(0);
});
const go = new Go();
WebAssembly.instantiate(fs.readFileSync(program), go.importObject).then((r) => go.run(r.instance));


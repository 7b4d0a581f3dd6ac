// Replays all rollouts of a gallery by the WebAssembly under Node, and prints what came of each, in the order of the
// list: the control steps, and the one of success.
//
//	node gallery.js wasm_exec.js play.wasm gallery.json gallery.bin
"use strict";
const fs = require("fs");
const [runtime, program, list, file] = process.argv.slice(2);
globalThis.require = require;
require(fs.realpathSync(runtime));
const { seed, policies } = JSON.parse(fs.readFileSync(list, "utf8"));
const rollouts = fs.readFileSync(file);

const call = (name, args, bytes) => {
	const answer = counterpoiseCall(name, JSON.stringify(args), bytes, null);
	if (answer.error) {
		throw new Error(`${name} ${JSON.stringify(args)}: ${answer.error}`);
	}
	return JSON.parse(answer.json);
};
globalThis.counterpoiseReady = () => setTimeout(() => {
	const ended = [];
	for (const { task, rows, at, bytes } of policies) {
		for (const { behaviour, rollouts: n } of rows) {
			for (let start = 0; start < n; start++) {
				const { id, moments, success } = call("recorded", { task, behaviour, start, seed },
					rollouts.subarray(at, at + bytes));
				ended.push([moments - 1, success]);
				call("close", id, null);
			}
		}
	}
	fs.writeSync(1, JSON.stringify(ended));
	process.exit(0);
});
const go = new Go();
WebAssembly.instantiate(fs.readFileSync(program), go.importObject).then((r) => go.run(r.instance));

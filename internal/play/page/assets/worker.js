// A worker that runs the WebAssembly. It answers {id, call, args, bytes}, {id, draw, moment, view, pixels} with a list of
// episodes to draw, and {id, files}.
"use strict";
importScripts("wasm_exec.js", "files.js");

let ready;
const started = new Promise((resolve) => { ready = resolve; });
self.counterpoiseReady = () => ready();

// What fails in an asynchronous handler is no error of the worker: thrown again it is one, which the page is told of.
self.addEventListener("unhandledrejection", (e) => { throw e.reason; });

const say = (id, answer, transfer) => self.postMessage({ id, ...answer }, transfer || []);

self.onmessage = async ({ data }) => {
	const { id } = data;
	if (data.module) {
		const go = new Go();
		const instance = await WebAssembly.instantiate(data.module, go.importObject);
		go.run(instance);
		return;
	}
	if (data.files) {
		give(data.files);
		say(id, {});
		return;
	}
	await started;
	if (data.draw !== undefined) {
		const size = data.pixels.length / data.draw.length, view = JSON.stringify(data.view);
		const error = data.draw.map((episode, i) => counterpoiseDraw(episode, data.moment, view,
			data.pixels.subarray(i * size, (i + 1) * size))).find(Boolean);
		say(id, error ? { error } : { pixels: data.pixels }, [data.pixels.buffer]);
		return;
	}
	let last = 0; // when progress was told
	const progress = (text) => {
		const now = performance.now();
		if (now - last > 100) {
			last = now;
			say(id, { progress: JSON.parse(text) });
		}
	};
	const answer = counterpoiseCall(data.call, JSON.stringify(data.args ?? null), data.bytes ?? null, progress);
	if (answer.error) {
		say(id, { error: answer.error });
	} else {
		say(id, { value: JSON.parse(answer.json), bytes: answer.bytes }, answer.bytes ? [answer.bytes.buffer] : []);
	}
};

// Workers that run the WebAssembly, and calls of them.

// load fetches and compiles the WebAssembly once, for all workers.
export async function load() {
	if (typeof WebAssembly !== "object") {
		throw new Error("This browser has no WebAssembly, with which the page computes.");
	}
	const answer = await fetch("play.wasm");
	if (!answer.ok) {
		throw new Error(`play.wasm does not load: the server says ${answer.status}.`);
	}
	try { // streaming needs the type application/wasm, which not every server sends
		return await WebAssembly.compileStreaming(answer.clone());
	} catch {
		return WebAssembly.compile(await answer.arrayBuffer());
	}
}

// Engine is one worker. Calls are answered in their order. A worker that dies is replaced, so that later calls are
// answered; what it kept, episodes and files, is gone with it, and lost is called with the reason.
export class Engine {
	constructor(module) {
		this.module = module;
		this.waiting = new Map();
		this.last = 0;
		this.lost = [];
		this.start();
	}

	// start begins a worker.
	start() {
		let answered = false;
		const worker = this.worker = new Worker("worker.js");
		worker.onmessage = ({ data }) => {
			answered = true;
			const w = this.waiting.get(data.id);
			if (!w) {
				return;
			}
			if (data.progress) {
				w.progress?.(data.progress);
				return;
			}
			this.waiting.delete(data.id);
			data.error ? w.reject(new Error(data.error)) : w.resolve(data);
		};
		worker.onerror = (e) => {
			e.preventDefault();
			if (this.ended || worker !== this.worker) { // it dies once, however many errors it still tells of
				return;
			}
			const why = e.message || "the browser ended it, perhaps for want of memory";
			const reason = new Error(`The computation stopped: ${why}. What it showed is gone; start it anew.`);
			this.end(reason);
			if (answered) { // one that never answers would be replaced without end
				this.ended = null;
				this.start();
			}
			this.lost.forEach((tell) => tell(reason));
		};
		worker.postMessage({ module: this.module });
	}

	// ask sends a message and returns its answer.
	ask(message, transfer, progress) {
		return new Promise((resolve, reject) => {
			if (this.ended) {
				reject(this.ended);
				return;
			}
			const id = ++this.last;
			this.waiting.set(id, { resolve, reject, progress });
			this.worker.postMessage({ ...message, id }, transfer || []);
		});
	}

	// call answers one of package play's calls.
	call(call, args, bytes, progress) {
		return this.ask({ call, args, bytes }, [], progress);
	}

	// draw draws a moment of a kept episode onto a canvas, whose pixels travel to the worker and back.
	async draw(canvas, episode, moment, view) {
		const { width, height } = canvas;
		const pixels = canvas.pixels ?? new Uint8ClampedArray(4 * width * height);
		canvas.pixels = undefined;
		const answer = await this.ask({ draw: [episode], moment, view: { width, height, ...view }, pixels },
			[pixels.buffer]);
		canvas.pixels = answer.pixels;
		canvas.getContext("2d").putImageData(new ImageData(answer.pixels, width, height), 0, 0);
	}

	// drawAll draws a moment of several kept episodes, each onto its canvas. The canvases have one size.
	async drawAll(canvases, episodes, moment, view) {
		const { width, height } = canvases[0], size = 4 * width * height;
		const { pixels } = await this.ask({ draw: episodes, moment, view: { width, height, ...view },
			pixels: new Uint8ClampedArray(size * canvases.length) });
		canvases.forEach((c, i) => c.getContext("2d").putImageData(
			new ImageData(pixels.subarray(i * size, (i + 1) * size), width, height), 0, 0));
	}

	// end stops the worker at once; what it was asked fails, and what it is asked later.
	end(reason) {
		this.ended = reason;
		this.worker.terminate();
		for (const w of this.waiting.values()) {
			w.reject(reason);
		}
		this.waiting.clear();
	}
}

// Cancelled is the reason of what a person stopped.
export class Cancelled extends Error {}

// share runs jobs on as many workers as the machine has processors, at most four; each job gets one.
export async function share(module, jobs, stopper) {
	const queue = [...jobs];
	const engines = [];
	const count = Math.min(jobs.length, 4, navigator.hardwareConcurrency || 2);
	stopper.stop = () => engines.forEach((e) => e.end(new Cancelled("stopped")));
	try {
		await Promise.all(Array.from({ length: count }, async () => {
			const engine = new Engine(module);
			engines.push(engine);
			while (queue.length > 0) {
				await queue.shift()(engine);
			}
		}));
	} finally {
		stopper.stop();
	}
}

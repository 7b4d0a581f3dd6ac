// The page: loads the WebAssembly, then the two parts fill in.
import { fault } from "./dom.js";
import { Engine, load } from "./engine.js";
import { starve } from "./starve.js";
import { watch } from "./watch.js";

window.addEventListener("unhandledrejection", (e) => {
	e.preventDefault();
	fault(e.reason instanceof Error ? e.reason : new Error(String(e.reason)));
});

try {
	const module = await load();
	const stage = new Engine(module); // draws, and plays what is shown
	const { value: about } = await stage.call("about");
	const watching = watch(stage, about);
	starve(module, about, watching.policies);
	await watching.ready;
} catch (error) {
	fault(error);
}

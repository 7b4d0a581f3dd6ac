// The page: loads the WebAssembly, then the parts fill in.
import { byId, fault } from "./dom.js";
import { drive } from "./drive.js";
import { drops } from "./drop.js";
import { Engine, load } from "./engine.js";
import { gallery } from "./gallery.js";
import { look } from "./look.js";
import { starve } from "./starve.js";
import { watch } from "./watch.js";

window.addEventListener("unhandledrejection", (e) => {
	e.preventDefault();
	fault(e.reason instanceof Error ? e.reason : new Error(String(e.reason)));
});

try {
	const [module, shelf] = await Promise.all([load(), gallery()]);
	const stage = new Engine(module); // draws, and plays what is shown
	const { value: about } = await stage.call("about");
	const watching = watch(stage, about, shelf);
	const starved = starve(module, about, watching.policies);
	drops(watching.take, look(module).take);
	await watching.ready;
	byId("loading").hidden = true;
	await drive(stage, about, watching.pause, starved);
} catch (error) {
	byId("loading").hidden = true;
	fault(error);
}

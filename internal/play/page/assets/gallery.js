// The gallery: trained policies. Their networks are not in the page, but what they did is: the actions of their
// rollouts, which the simulator executes again.
import { byId, element } from "./dom.js";

// load fetches one of the page's files.
async function load(name) {
	const answer = await fetch(name);
	if (!answer.ok) {
		throw new Error(`${name} does not load: the server says ${answer.status}.`);
	}
	return answer;
}

// committed says what committed results have of the same recipe.
function committed(record) {
	if (!record) {
		return "No committed results are of this very recipe.";
	}
	const { experiment, folder, trainings, rows } = record;
	const rates = rows.map((r) => `${r.behaviour} ${Math.round(100 * r.right / r.rollouts)} %`).join(", ");
	return `Successes in committed results of the same recipe: ${rates} (${experiment} in ${folder}, ${trainings} ` +
		`trainings, ${rows[0].rollouts / trainings} rollouts each).`;
}

// gallery loads the list of policies.
export async function gallery() {
	const { policies, seed, commit } = await (await load("gallery.json")).json();
	let file = null; // the rollouts of all, loaded once one is shown
	return {
		policies, seed,
		// starts is how many starts of each behaviour there are.
		starts: policies[0].rows[0].rollouts,
		// find returns the policy of a name. The error names those that there are.
		find(name) {
			const found = policies.find((p) => p.name === name);
			if (!found) {
				throw new Error(`The gallery has no policy "${name}"; it has ` +
					`${policies.map((p) => p.name).join(", ")}.`);
			}
			return found;
		},
		// rollouts returns the bytes of a policy's rollouts.
		async rollouts({ at, bytes }) {
			file ??= load("gallery.bin").then((answer) => answer.arrayBuffer());
			try {
				return new Uint8Array(await file, at, bytes).slice();
			} catch (error) {
				file = null; // the next choice loads it again
				throw error;
			}
		},
		// tell shows what a policy is and how it is made again; null: another source is shown.
		tell(policy) {
			byId("gallery-about").hidden = !policy;
			if (!policy) {
				return;
			}
			const { name, about, rows, record, commands } = policy;
			const counts = rows.map((r) => `${r.behaviour} ${r.right} of ${r.rollouts}`).join(", ");
			byId("gallery-says").replaceChildren(element("strong", {}, name), `: ${about}. One network, which ` +
				`observes the state. Successes from the starts here: ${counts}. ${committed(record)}`);
			byId("gallery-again").textContent = `${commands.join("\n")}\n# at commit ${commit}`;
		},
	};
}

// What is dropped onto the page or chosen: a policy to watch, or a dataset to look at.
import { fault } from "./dom.js";

// mostFiles bounds a folder: Go keeps a name of each file.
const mostFiles = 200_000;

// walk lists the files below an entry of what was dropped.
async function walk(entry, path, list) {
	if (list.length >= mostFiles) {
		throw new Error(`The folder has more than ${mostFiles} files.`);
	}
	if (entry.isFile) {
		list.push({ path: path + entry.name, file: await new Promise((done, failed) => entry.file(done, failed)) });
		return;
	}
	const reader = entry.createReader();
	for (;;) { // a reader gives a hundred entries at a time
		const some = await new Promise((done, failed) => reader.readEntries(done, failed));
		if (some.length === 0) {
			return;
		}
		for (const e of some) {
			await walk(e, `${path}${entry.name}/`, list);
		}
	}
}

// isHDF5 reports whether a file begins as those of HDF5 do.
async function isHDF5(file) {
	const head = new Uint8Array(await file.slice(0, 8).arrayBuffer());
	return "\x89HDF\r\n\x1a\n" === String.fromCharCode(...head);
}

// listed are the files of an input for folders.
export const listed = (input) => [...input.files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

// drops takes what is dropped anywhere: a folder, several files or one of HDF5 is a dataset, another file a policy.
export function drops(policy, dataset) {
	document.addEventListener("dragover", (e) => { e.preventDefault(); document.body.classList.add("dropping"); });
	document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
	document.addEventListener("drop", async (e) => {
		e.preventDefault();
		document.body.classList.remove("dropping");
		const { files } = e.dataTransfer; // both are gone once this function waits
		const one = files.length === 1 ? files[0] : null;
		const entries = [...e.dataTransfer.items].map((i) => i.webkitGetAsEntry?.()).filter((entry) => entry);
		const many = [...files].map((file) => ({ path: file.name, file }));
		try {
			if (entries.some((entry) => entry.isDirectory)) {
				const list = [];
				for (const entry of entries) {
					await walk(entry, "", list);
				}
				await dataset(list);
			} else if (many.length > 1) {
				await dataset(many.map(({ path, file }) => ({ path: `dropped/${path}`, file })));
			} else if (one && await isHDF5(one)) {
				await dataset(many);
			} else if (one) {
				await policy(one);
			}
		} catch (error) {
			fault(new Error(`What was dropped can't be read: ${error.message}`));
		}
	});
}

// Attempts at driving, in the browser's own store (IndexedDB), so that they are there when the page is opened again.

// done waits for a request or a transaction of the store.
const done = (what) => new Promise((resolve, reject) => {
	what.onsuccess = what.oncomplete = () => resolve(what.result);
	what.onerror = what.onabort = () => reject(what.error ?? new Error("it gives no reason"));
});

// attempts opens the store. refused is called with an error when the browser does not keep attempts, or no more of
// them, for want of room say: then they stay in memory.
export async function attempts(refused) {
	let base = null;
	try {
		const request = indexedDB.open("counterpoise", 1);
		request.onupgradeneeded = () => request.result.createObjectStore("attempts", { autoIncrement: true });
		base = await done(request);
	} catch (error) {
		refused(error);
	}
	// change makes a change and waits until it is on the disk. It returns what the change's request gives; undefined
	// where the browser refuses.
	const change = async (make) => {
		if (!base) {
			return undefined;
		}
		try {
			const transaction = base.transaction("attempts", "readwrite");
			const request = make(transaction.objectStore("attempts"));
			await done(transaction);
			return request.result;
		} catch (error) {
			refused(error);
			return undefined;
		}
	};
	return {
		// all returns the attempts of earlier visits, each with its key.
		async all() {
			const list = [];
			await change((store) => {
				const request = store.openCursor();
				request.onsuccess = () => {
					const cursor = request.result;
					if (cursor) {
						list.push({ ...cursor.value, key: cursor.key });
						cursor.continue();
					}
				};
				return request;
			});
			return list;
		},
		// keep keeps an attempt and returns its key; undefined where it is in memory alone.
		keep: (attempt) => change((store) => store.add(attempt)),
		// discard removes the attempt of a key.
		discard: (key) => key !== undefined && change((store) => store.delete(key)),
	};
}

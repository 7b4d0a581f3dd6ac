// Answers one call of package play by its WebAssembly under Node, as native.go does without:
//
//	node call.js wasm_exec.js play.wasm CALL JSON [files.js FOLDER]
//
// With a folder, the WebAssembly sees its files as those that a person gives to the page.
"use strict";
const fs = require("fs");
const path = require("path");
const [runtime, program, name, args, given, folder] = process.argv.slice(2);
globalThis.require = require;
require(fs.realpathSync(runtime));
if (given) {
	// A browser's FileReaderSync and File, of what these do here.
	globalThis.FileReaderSync = class {
		readAsArrayBuffer({ data }) { return data.buffer.slice(data.byteOffset, data.byteOffset + data.length); }
	};
	const file = (data) => ({ size: data.length, lastModified: 0, slice: (a, b) => ({ data: data.subarray(a, b) }) });
	require("vm").runInThisContext(fs.readFileSync(given, "utf8"));
	give(fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((e) => e.isFile()).map((e) => {
		const at = path.join(e.parentPath ?? e.path, e.name);
		return { path: path.relative(path.dirname(folder), at), file: file(fs.readFileSync(at)) };
	}));
}
const go = new Go();
globalThis.counterpoiseReady = () => setTimeout(() => {
	const answer = counterpoiseCall(name, args, null, null);
	if (answer.error) {
		process.stderr.write(answer.error + "\n");
		process.exit(1);
	}
	const bytes = answer.bytes ? Buffer.from(answer.bytes).toString("base64") : null;
	fs.writeSync(1, JSON.stringify({ Value: JSON.parse(answer.json), Bytes: bytes }) + "\n");
	process.exit(0);
});
WebAssembly.instantiate(fs.readFileSync(program), go.importObject).then((r) => go.run(r.instance));

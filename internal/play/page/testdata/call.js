// Answers one call of package play by its WebAssembly under Node, as native.go does without:
//
//	node call.js wasm_exec.js play.wasm CALL JSON
"use strict";
const fs = require("fs");
const [runtime, program, name, args] = process.argv.slice(2);
globalThis.require = require;
require(fs.realpathSync(runtime));
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

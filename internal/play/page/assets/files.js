// The files that a person gives, as the file system that Go's package os reads in a browser. Nothing is copied: a part
// of a file is read when Go asks for it. Nothing can be written.
"use strict";
const folders = new Map([["/", new Set()]]); // names in each folder
const files = new Map(); // File by path
const opened = new Map(); // by descriptor: {path, at, from, block}
const blockBytes = 1 << 20; // what is read at once, as readers ask for little at a time
let descriptors = 100;

// give replaces the files by others: a list of {path, file}, paths as "folder/name".
function give(list) {
	folders.clear();
	folders.set("/", new Set());
	files.clear();
	opened.clear();
	for (const { path, file } of list) {
		let at = "";
		for (const name of path.split("/").filter((n) => n !== "")) {
			const above = at || "/";
			if (!folders.has(above)) {
				folders.set(above, new Set());
			}
			folders.get(above).add(name);
			at += `/${name}`;
		}
		files.set(at, file);
	}
}

// plain is a path without empty names and dots.
function plain(path) {
	const names = [];
	for (const n of path.split("/")) {
		n === ".." ? names.pop() : n !== "" && n !== "." && names.push(n);
	}
	return `/${names.join("/")}`;
}

const failure = (code) => Object.assign(new Error(code), { code });

// status is what stat says of a path.
function status(path) {
	const at = plain(path), file = files.get(at);
	if (!file && !folders.has(at)) {
		throw failure("ENOENT");
	}
	const size = file ? file.size : 0, time = file ? file.lastModified : 0;
	return { dev: 0, ino: 0, mode: file ? 0o100444 : 0o040555, nlink: 1, uid: 0, gid: 0, rdev: 0, size, blksize: 4096,
		blocks: Math.ceil(size / 512), atimeMs: time, mtimeMs: time, ctimeMs: time, isDirectory: () => !file };
}

const isOpen = (fd) => opened.get(fd) ?? (() => { throw failure("EBADF"); })();

// fill reads into a buffer and returns how many bytes: 0 at the end of the file.
function fill(fd, buffer, offset, length, position) {
	const o = isOpen(fd), file = files.get(o.path);
	if (!file) {
		throw failure("EISDIR");
	}
	const from = position ?? o.at;
	const n = Math.max(0, Math.min(length, file.size - from));
	if (n > 0 && !(o.block && from >= o.from && from + n <= o.from + o.block.length)) {
		const end = Math.min(file.size, from + Math.max(n, blockBytes));
		try {
			o.block = new Uint8Array(new FileReaderSync().readAsArrayBuffer(file.slice(from, end)));
		} catch { // gone, changed, or not allowed to be read any more
			throw failure("EIO");
		}
		o.from = from;
	}
	if (n > 0) {
		buffer.set(o.block.subarray(from - o.from, from - o.from + n), offset);
	}
	if (position === null || position === undefined) {
		o.at += n;
	}
	return n;
}

// Go gives a callback as the last argument, which is called before the function returns.
const answering = (f) => function (...args) {
	const callback = args.pop();
	let answer;
	try {
		answer = f(...args);
	} catch (error) {
		callback(error.code ? error : failure("EIO"));
		return;
	}
	callback(null, answer);
};

const directory = 0x10000; // the flag of open for what must be a folder, as Node has it
globalThis.fs.constants.O_DIRECTORY = directory;
Object.assign(globalThis.fs, {
	stat: answering(status),
	lstat: answering(status),
	fstat: answering((fd) => status(isOpen(fd).path)),
	open: answering((path, flags) => {
		if (flags & ~directory) {
			throw failure("EROFS");
		}
		if (!status(path).isDirectory() && flags) {
			throw failure("ENOTDIR");
		}
		opened.set(++descriptors, { path: plain(path), at: 0 });
		return descriptors;
	}),
	close: answering((fd) => { isOpen(fd); opened.delete(fd); }),
	readdir: answering((path) => [...folders.get(plain(path)) ?? (() => { throw failure("ENOTDIR"); })()]),
	read: answering(fill),
});

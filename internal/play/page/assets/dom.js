// What all parts of the page need of the document.

export const byId = (id) => document.getElementById(id);

// element makes an element with properties and children.
export function element(name, properties, ...children) {
	const e = Object.assign(document.createElement(name), properties);
	e.append(...children);
	return e;
}

// save downloads bytes as a file.
export function save(name, bytes) {
	const link = element("a", { download: name, href: URL.createObjectURL(new Blob([bytes])) });
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// unsaved names what a person made and has not downloaded. While there is some, the browser asks before it closes the
// page.
export const unsaved = new Set();
window.addEventListener("beforeunload", (e) => unsaved.size > 0 && e.preventDefault());

// fault tells what went wrong, above all.
export function fault(error) {
	byId("fault").textContent = error.message;
	byId("fault").hidden = false;
	byId("fault").scrollIntoView({ block: "nearest" });
}

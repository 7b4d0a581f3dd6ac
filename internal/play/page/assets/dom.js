// What all parts of the page need of the document.

export const byId = (id) => document.getElementById(id);

// element makes an element with properties and children.
export function element(name, properties, ...children) {
	const e = Object.assign(document.createElement(name), properties);
	e.append(...children);
	return e;
}

// fault tells what went wrong, above all.
export function fault(error) {
	byId("fault").textContent = error.message;
	byId("fault").hidden = false;
	byId("fault").scrollIntoView({ block: "nearest" });
}

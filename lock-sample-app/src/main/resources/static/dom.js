// Small helpers. Text is set as text, never as markup: a user name may be anything.

export function byId(id) {
	return document.getElementById(id);
}

export function element(tag, properties = {}, ...children) {
	const made = Object.assign(document.createElement(tag), properties);
	made.append(...children);
	return made;
}

export function table(caption, heads, rows) {
	return element('table', {},
		element('caption', { textContent: caption }),
		element('thead', {}, element('tr', {},
			...heads.map((head) => element('th', { scope: 'col', textContent: head.text ?? head, className: head.className ?? '' })))),
		element('tbody', {}, ...rows));
}

export function cells(...values) {
	return values.map((value) => (value?.number !== undefined)
		? element('td', { className: 'number', textContent: value.number })
		: element('td', {}, value));
}

export function plural(count, one, many = one + 's') {
	return count + ' ' + (count === 1 ? one : many);
}

export function headline(place, words, kind = '') {
	place.className = 'headline ' + kind;
	place.textContent = words;
}

/** Calls this server. What goes wrong becomes an Error with words for people. */
export async function call(method, path, body) {
	let response;
	try {
		response = await fetch(path, {
			method,
			headers: (body !== undefined) ? { 'Content-Type': 'application/json' } : {},
			body: (body !== undefined) ? JSON.stringify(body) : undefined,
		});
	}
	catch {
		throw new Error('This server does not answer.');
	}
	const text = await response.text();
	if (!response.ok) {
		let detail = '';
		try {
			detail = JSON.parse(text).detail ?? '';
		}
		catch {
			// not every answer is JSON
		}
		throw new Error(detail || ('The server answers ' + response.status + '.'));
	}
	return response.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : text;
}

/** Keeps buttons from being pressed while something runs. They stay where the keyboard is, which disabled ones do not. */
export async function busy(buttons, work) {
	if (buttons.some(isBusy)) {
		return;
	}
	markBusy(buttons, true);
	try {
		await work();
	}
	finally {
		markBusy(buttons, false);
	}
}

export function markBusy(buttons, runs) {
	buttons.forEach((button) => button.setAttribute('aria-disabled', runs));
}

function isBusy(button) {
	return button.getAttribute('aria-disabled') === 'true';
}

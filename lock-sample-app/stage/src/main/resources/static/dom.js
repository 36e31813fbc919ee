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

/** On a narrow screen without heads each cell has a label. */
export function labelled(body, row) {
	const heads = body.closest('table').querySelectorAll('th');
	[...row.children].forEach((cell, at) => cell.dataset.label = heads[at].textContent);
	return row;
}

export function plural(count, one, many = one + 's') {
	return count + ' ' + (count === 1 ? one : many);
}

export function headline(place, words, kind = '') {
	place.className = 'headline ' + kind;
	place.textContent = words;
}

/** Highlights the button to press next. */
export function lead(buttons, next) {
	buttons.forEach((button) => button.classList.toggle('primary', button === next));
}

/** A fencing token by its last digits; all of them are in its title. */
export function shortToken(token, digits = 7) {
	const all = String(token);
	return (all.length > digits) ? element('abbr', { title: all, textContent: '…' + all.slice(-digits) }) : all;
}

/** How many of the last digits distinguish some tokens. */
export function digitsThatDiffer(tokens) {
	const [one, ...others] = tokens.map(String);
	const same = (at) => others.every((other) => other.length === one.length && other[at] === one[at]);
	let at = 0;
	while (others.length > 0 && at < one.length - 4 && same(at)) {
		at++;
	}
	return (others.length > 0) ? one.length - at : 7;
}

/** Words with the tokens in them shortened. */
export function withShortTokens(words) {
	return words.split(/(\d{13,})/).map((part, index) => (index % 2 === 1) ? shortToken(part) : part);
}

export function timeOfDay(instant) {
	return new Date(instant).toLocaleTimeString([],
		{ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 });
}

/** Calls this server. A failure becomes an Error with a readable message. */
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

/** Prevents buttons from being pressed while something runs. Unlike disabled buttons they keep the keyboard focus. */
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

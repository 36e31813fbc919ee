import { byId, call, cells, element, labelled, plural, shortToken } from './dom.js';

// The Redis nodes, if there are several
let keepers = [];

export function initLocks(live) {
	const body = byId('locks');
	const said = byId('hold-said');
	byId('hold').addEventListener('click', async (event) => {
		const port = event.target.dataset?.port;
		if (port === undefined) {
			return;
		}
		try {
			await call('POST', 'locks?name=mine&port=' + port);
			said.textContent = 'Server ' + port + ' was asked to hold “mine”. Ask the other one as well, and it waits.';
		}
		catch (problem) {
			said.textContent = problem.message;
		}
	});
	body.addEventListener('click', async (event) => {
		const name = event.target.dataset?.lock;
		if (name === undefined) {
			return;
		}
		try {
			await call('DELETE', 'locks?name=' + encodeURIComponent(name));
			said.textContent = 'Taken away: “' + name + '”. Its holder detects the loss at its next renewal or release.';
		}
		catch (problem) {
			said.textContent = problem.message;
		}
	});
	const rows = new Map();
	live.on('nodes', ({ nodes }) => keepers = nodes);
	live.on('state', (state) => {
		showHoldButtons(state.servers);
		const known = state.storeAnswers && !state.trouble;
		const held = state.locks;
		// Rows are updated in place, so that a button does not move while it is pressed
		for (const name of [...rows.keys()].filter((known) => !held.some((lock) => lock.name === known))) {
			rows.delete(name);
		}
		for (const lock of held) {
			if (!rows.has(lock.name)) {
				rows.set(lock.name, new Row(lock.name));
				labelled(body, rows.get(lock.name).place);
			}
			rows.get(lock.name).show(lock);
		}
		if (held.length === 0) {
			body.replaceChildren(quiet(known ? 'No lock is held now.' : 'Unknown: ' + state.store + ' does not answer.'));
			return;
		}
		const wanted = held.map((lock) => rows.get(lock.name).place);
		[...body.children].filter((place) => !wanted.includes(place)).forEach((place) => place.remove());
		wanted.filter((place) => place.parentNode !== body).forEach((place) => body.append(place));
	});
}

function showHoldButtons(ports) {
	const place = byId('hold');
	if (place.dataset.ports !== ports.join()) {
		place.dataset.ports = ports.join();
		place.replaceChildren(...ports.map((port) => {
			const button = element('button', { type: 'button', textContent: 'server ' + port });
			button.setAttribute('aria-label', 'Hold the lock “mine” for 10 s on server ' + port);
			button.dataset.port = port;
			return button;
		}));
	}
}

class Row {

	constructor(name) {
		this.holder = element('span');
		this.left = document.createTextNode('');
		this.meter = element('i');
		const button = element('button', { type: 'button', textContent: 'Take away', title: 'As an administrator: forceRelease' });
		button.dataset.lock = name;
		button.setAttribute('aria-label', 'Take away ' + name);
		this.place = element('tr', {}, ...cells(element('code', { textContent: name }), this.holder, '',
			element('span', {}, this.left, element('span', { className: 'meter' }, this.meter)), '', '', button));
		this.place.children[5].className = 'with-nodes';
	}

	show(lock) {
		if (this.token !== lock.fencingToken) {
			this.token = lock.fencingToken;
			this.longest = 0;
			this.place.children[2].replaceChildren(shortToken(lock.fencingToken));
		}
		this.longest = Math.max(this.longest, lock.remainingMillis);
		this.holder.textContent = (lock.server || lock.holder) + (lock.reading ? ': read' : (lock.holders > 1) ? ': ' + lock.holders + ' permits' : '');
		this.holder.title = lock.holder;
		this.left.textContent = (lock.remainingMillis / 1000).toFixed(1) + ' s';
		this.meter.style.width = (100 * lock.remainingMillis / this.longest) + '%';
		this.place.children[4].textContent = plural(lock.waiters, 'request');
		this.place.children[5].textContent = keepers.filter((node) => node.locks.includes(lock.name)).map((node) => node.port).join(', ');
	}

}

function quiet(words) {
	return element('tr', {}, element('td', { colSpan: 7, className: 'quiet', textContent: words }));
}

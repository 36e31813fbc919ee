import { byId, call, cells, element, plural } from './dom.js';

export function initLocks(live) {
	const body = byId('locks');
	const said = byId('hold-said');
	const longest = new Map();
	byId('hold').addEventListener('click', async () => {
		said.textContent = 'Asked for. Press again, and the second one waits for the first.';
		try {
			await call('POST', 'tasks/1?lock=mine&workMillis=10000');
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
			said.textContent = 'Taken away: “' + name + '”. Its holder learns it at its next renewal or when it is done.';
		}
		catch (problem) {
			said.textContent = problem.message;
		}
	});
	live.on('state', (state) => {
		if (!state.redisAnswers) {
			body.replaceChildren(quiet('Not known: Redis does not answer.'));
			return;
		}
		const focused = document.activeElement?.dataset?.lock;
		body.replaceChildren(...(state.locks.length > 0) ? state.locks.map((lock) => row(lock, longest))
			: [quiet('No lock is held now.')]);
		if (focused !== undefined) {
			[...body.querySelectorAll('button')].find((button) => button.dataset.lock === focused)?.focus();
		}
	});
}

function row(lock, longest) {
	const key = lock.name + lock.fencingToken;
	longest.set(key, Math.max(lock.remainingMillis, longest.get(key) ?? 0));
	const meter = element('i');
	meter.style.width = (100 * lock.remainingMillis / longest.get(key)) + '%';
	const button = element('button', { type: 'button', textContent: 'Take away', title: 'As an administrator: forceRelease' });
	button.dataset.lock = lock.name;
	button.setAttribute('aria-label', 'Take away ' + lock.name);
	return element('tr', {}, ...cells(element('code', { textContent: lock.name }),
		element('span', { title: lock.holder }, lock.server || lock.holder),
		{ number: String(lock.fencingToken) },
		element('span', {}, (lock.remainingMillis / 1000).toFixed(1) + ' s', element('span', { className: 'meter' }, meter)),
		plural(lock.waiters, 'request'), button));
}

function quiet(words) {
	return element('tr', {}, element('td', { colSpan: 6, className: 'quiet', textContent: words }));
}

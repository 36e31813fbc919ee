import { byId, cells, element, labelled } from './dom.js';

// The series of Prometheus that each column adds up.
const COLUMNS = [
	['distributed_lock_waiting_callers', () => true],
	['distributed_lock_held_locks', () => true],
	['distributed_lock_acquire_seconds_count', (labels) => labels.outcome === 'acquired'],
	['distributed_lock_acquire_seconds_count', (labels) => labels.outcome !== 'acquired'],
	['distributed_lock_handovers_total', () => true],
	['distributed_lock_lost_total', () => true],
];

const PAUSE = 1000;

/** The meters of this server, from the same text that Prometheus gets. */
export function initMeters() {
	const body = byId('meters');
	const rows = new Map();
	ask();

	async function ask() {
		if (!document.hidden) {
			try {
				const response = await fetch('actuator/prometheus', { headers: { Accept: 'text/plain' } });
				show(response.ok ? series(await response.text()) : []);
			}
			catch {
				// the page says elsewhere that the server does not answer
			}
		}
		setTimeout(ask, PAUSE);
	}

	function show(all) {
		const names = [...new Set(all.map((one) => one.labels.lock_name).filter((name) => name !== undefined))].sort();
		if (names.length === 0) {
			return;
		}
		for (const name of names) {
			const values = COLUMNS.map(([meter, wanted]) => all
				.filter((one) => one.meter === meter && one.labels.lock_name === name && wanted(one.labels))
				.reduce((sum, one) => sum + one.value, 0));
			if (!rows.has(name)) {
				rows.set(name, labelled(body, element('tr', {}, ...cells(element('code', { textContent: name }),
					...COLUMNS.map(() => ({ number: '' }))))));
			}
			values.forEach((value, at) => change(rows.get(name).children[at + 1], String(value)));
		}
		const places = names.map((name) => rows.get(name));
		if (body.children.length !== places.length || places.some((place, at) => body.children[at] !== place)) {
			body.replaceChildren(...places);
		}
	}
}

function change(cell, words) {
	cell.classList.toggle('moved', cell.textContent !== '' && cell.textContent !== words);
	if (cell.textContent !== words) {
		cell.textContent = words;
	}
}

function series(text) {
	return [...text.matchAll(/^(distributed_lock_\w+)\{([^}]*)\} (\S+)$/gm)].map(([, meter, labels, value]) => ({
		meter,
		labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, label]) => [name, label])),
		value: Number(value),
	}));
}

import { busy, byId, call, cells, element, headline, plural } from './dom.js';
import { follow } from './view.js';

/** The Redis nodes of the locks, if the sample was started with several. */
export function initNodes(live) {
	const rows = new Map();
	live.on('nodes', ({ kind, nodes }) => {
		document.body.dataset.nodes = kind;
		for (const node of nodes) {
			if (!rows.has(node.port)) {
				rows.set(node.port, new Row(node.port));
				byId('node-rows').append(rows.get(node.port).place);
			}
			rows.get(node.port).show(node);
		}
		byId('nodes-stand').textContent = (kind === 'QUORUM') ? quorum(nodes) : '';
	});
	const button = byId('node-register');
	button.addEventListener('click', () => busy([button], register));
}

/** The line about them at the top of the page. */
export function nodesChip(kind, nodes) {
	const up = nodes.filter((node) => node.role !== '').length;
	const what = (kind === 'QUORUM') ? 'Quorum for the locks: ' : 'Redis Cluster: ';
	return { words: what + up + ' of ' + plural(nodes.length, 'node') + (up === 1 ? ' answers' : ' answer'), well: up === nodes.length };
}

function quorum(nodes) {
	const counting = nodes.filter((node) => (node.role !== '') && node.countsInSeconds === 0).length;
	const majority = Math.floor(nodes.length / 2) + 1;
	return counting >= majority ? counting + ' of ' + nodes.length + ' masters count, and ' + majority + ' are enough.'
		: 'Only ' + counting + ' of ' + nodes.length + ' masters count, and ' + majority + ' are needed: the locks are unavailable.';
}

async function register() {
	const line = byId('node-said');
	const reveal = follow();
	headline(line, 'Sent. Waiting for the answers…');
	try {
		const race = await call('POST', 'races', { userName: 'nina', requests: 2, locked: true });
		const refused = race.answers.filter((answer) => answer.status === 503 || answer.status === 0);
		if (race.answers.some((answer) => answer.status === 201)) {
			headline(line, 'Registered: one user “nina”, after ' + race.answers[0].millis + ' ms.', 'good');
		}
		else {
			const first = refused[0] ?? race.answers[0];
			headline(line, 'Refused, ' + first.status + ' after ' + first.millis + ' ms: ' + (first.reason || first.words), 'bad');
		}
	}
	catch (problem) {
		headline(line, problem.message, 'bad');
	}
	reveal(line);
}

class Row {

	constructor(port) {
		this.button = element('button', { type: 'button' });
		this.button.addEventListener('click', () => busy([this.button], () => this.press()));
		this.place = element('tr', {}, ...cells(element('code', { textContent: String(port) }), '', '', this.button));
		this.port = port;
	}

	async press() {
		try {
			await call(this.answers ? 'DELETE' : 'POST', 'nodes/' + this.port);
		}
		catch (problem) {
			headline(byId('node-said'), problem.message, 'bad');
		}
	}

	show(node) {
		this.answers = node.role !== '';
		this.place.className = this.answers ? '' : 'gone';
		this.place.children[1].textContent = role(node);
		const kept = node.locks.join(', ');
		if (this.place.children[2].textContent !== kept) {
			this.place.children[2].replaceChildren(...(kept ? [element('code', { textContent: kept })] : []));
		}
		this.button.textContent = this.answers ? 'Kill' : 'Start again';
		this.button.setAttribute('aria-label', this.button.textContent + ' node ' + this.port);
	}

}

function role(node) {
	if (node.role === '') {
		return '✕ does not answer';
	}
	if (node.role === 'replica') {
		return 'replica of ' + node.of;
	}
	return 'master' + (node.slots ? ', slots ' + node.slots : '')
		+ (node.countsInSeconds > 0 ? ', counts in ' + node.countsInSeconds + ' s' : '');
}

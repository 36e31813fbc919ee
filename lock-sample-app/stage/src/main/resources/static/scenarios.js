import { busy, byId, call, element, lead, withShortTokens } from './dom.js';
import { Stays } from './stays.js';
import { follow } from './view.js';

const SCENARIOS = [
	{ name: 'paused-holder', title: '…a holder is paused past its lease?', code: 'app/stock/StockService.java',
		text: 'A long garbage collection, a suspended machine: the process stops, its lease expires, another holder enters. Then the '
			+ 'first one wakes up and writes its outdated result. Each holder has a larger fencing token than the one before; a '
			+ 'database that checks it refuses the late write.',
		guarded: 'With the fencing token', unguarded: 'Without it' },
	{ name: 'crashed-holder', title: '…a holder crashes?',
		text: 'The second server is killed while it holds the lock, as by “kill -9”. It releases nothing.',
		guarded: 'Kill the second server' },
	{ name: 'killed-leader', title: '…the leader dies?', code: 'app/outbox/OutboxSender.java',
		text: 'One server sends the messages of an outbox: the leader, until it stops or dies. The second server becomes the leader, '
			+ 'and is killed. The first one takes over when the lease of the dead leader has expired, and sends the next message.',
		guarded: 'Kill the leader' },
	{ name: 'killed-master', title: '…the master of a lock dies?', inCluster: true,
		text: 'A master of the Redis Cluster is killed while a server holds a lock that it keeps. Its replica knows the lock.',
		guarded: 'Kill the master', note: 'No code needed: the locks follow the cluster.' },
	{ name: 'fail-fast', title: '…a caller does not want to wait?', code: 'app/job/ImportController.java',
		text: 'While one server imports a file, another is asked to. With a wait time of 0 it learns immediately that the lock is held.',
		guarded: 'Ask without waiting' },
	{ name: 'repeated-message', title: '…a message is delivered five times?', code: 'app/shipping/ShippingService.java',
		text: 'Message brokers deliver at least once, so sometimes more often. A minimum hold (minHold) keeps the lock '
			+ 'for 3 s after it was acquired: inside this idempotency window a repetition finds it held.', guarded: 'With the lock', unguarded: 'Without it' },
	{ name: 'fallback', title: '…a caller has something else to offer?', code: 'app/report/ReportService.java',
		text: 'While one server builds a report, the other answers with its fallback: the last report.',
		guarded: 'Ask both servers' },
	{ name: 'readers-and-writer', title: '…many read what one writes?', code: 'app/catalog/CatalogService.java', needsModes: true,
		text: 'A catalog has two parts, and a new edition replaces them one after the other. With mode = LockMode.READ the readers of '
			+ 'both servers are inside together; the writer waits until they have left, and later readers wait behind it.',
		guarded: 'With the lock', unguarded: 'Without it' },
	{ name: 'three-permits', title: '…three may work at the same time?', code: 'app/export/ExportService.java', needsModes: true,
		text: 'Eight exports begin on both servers. With permits = "3" the next one enters when one has left, whichever server it is on.',
		guarded: 'With three permits', unguarded: 'Without them' },
	{ name: 'due-job', title: '…a job is due on every server?', code: 'app/job/CleanUpJob.java',
		text: 'Each server has its clock. The one that comes first runs the job; the others skip it.',
		guarded: 'Let both clocks strike' },
	{ name: 'cache-miss', title: '…a price runs out of the cache?', code: 'app/price/PriceService.java',
		text: 'Twenty callers miss it at the same moment. Lock, look again, load: then only one calls the slow origin.',
		guarded: 'With the lock', unguarded: 'Without it' },
];

const cards = new Map();

export function initScenarios(live) {
	for (const scenario of SCENARIOS) {
		const card = new Card(scenario);
		cards.set(scenario.name, card);
		byId('scenarios').append(card.place);
	}
	for (const killed of ['crashed-holder', 'killed-leader']) {
		const again = element('button', { type: 'button', textContent: 'Start the second server', hidden: true });
		again.addEventListener('click', () => call('POST', 'servers/second').catch(() => {}));
		cards.get(killed).place.querySelector('.buttons').append(again);
		live.on('state', (state) => again.hidden = state.secondRuns || state.servers.length > 1);
	}
	live.on('step', (step) => cards.get(step.scenario)?.add(step));
	// A server that was started again counts its runs from 1
	live.onConnection(() => cards.forEach((card) => card.panes.forEach((pane) => pane.run = 0)));
}

// One at a time: a server that is killed in one of them plays in the others too
function allButtons() {
	return [...cards.values()].flatMap((card) => card.buttons);
}

class Card {

	constructor(scenario) {
		this.scenario = scenario;
		this.panes = new Map();
		this.buttons = [];
		const both = element('div', { className: 'panes' });
		for (const guarded of (scenario.unguarded ? [false, true] : [true])) {
			const pane = new Pane(scenario.unguarded ? (guarded ? scenario.guarded : scenario.unguarded) : '');
			this.panes.set(guarded, pane);
			both.append(pane.place);
			this.buttons.push(this.button(guarded));
		}
		lead(this.buttons, this.buttons[0]);
		const kind = (scenario.unguarded ? 'card wide' : 'card') + (scenario.inCluster ? ' cluster-only' : '')
			+ (scenario.needsModes ? ' needs-modes' : '');
		this.place = element('article', { className: kind, id: scenario.name },
			element('h3', { textContent: scenario.title }), element('p', { textContent: scenario.text }),
			element('p', { className: 'buttons' }, ...this.buttons), both, element('p', { className: 'note' },
				...(scenario.code ? ['To copy: ', element('code', { textContent: scenario.code })] : [scenario.note ?? 'No code needed: every lease expires.'])));
	}

	button(guarded) {
		const button = element('button', { type: 'button', textContent: guarded ? this.scenario.guarded : this.scenario.unguarded });
		button.dataset.guarded = guarded;
		button.addEventListener('click', () => busy(allButtons(), () => this.play(guarded)));
		return button;
	}

	async play(guarded) {
		const pane = this.panes.get(guarded);
		pane.begin(follow());
		try {
			await call('POST', 'scenarios/' + this.scenario.name + '?guarded=' + guarded);
			lead(this.buttons, this.buttons[this.buttons.length - 1]);
		}
		catch (problem) {
			pane.conclude('bad', problem.message);
		}
	}

	add(step) {
		(this.panes.get(step.guarded) ?? this.panes.get(true)).add(step);
	}

}

/** One way to play it; the result of the other way stays beside it. */
class Pane {

	constructor(title) {
		this.steps = element('ol');
		this.steps.setAttribute('aria-live', 'polite');
		this.stays = new Stays();
		this.verdict = element('p', { className: 'verdict' });
		this.verdict.setAttribute('role', 'status');
		this.place = element('div', { className: 'pane' });
		if (title) {
			this.place.append(element('h4', { textContent: title }));
		}
		this.place.append(this.steps, this.stays.place, this.verdict);
		this.run = 0;
		this.reveal = () => {};
	}

	begin(reveal) {
		this.clear();
		this.reveal = reveal;
		reveal(this.place);
	}

	add(step) {
		if (step.run < this.run) {
			return;
		}
		if (step.run > this.run) {
			this.clear();
			this.run = step.run;
		}
		if (step.kind === 'STAY') {
			this.stays.add(step);
			this.reveal(this.place, this.stays.place);
		}
		else if (step.kind === 'STEP') {
			this.steps.append(element('li', {}, element('span', { textContent: step.atMillis + ' ms' }),
				element('span', {}, element('strong', { textContent: step.who }), ' ', ...withShortTokens(step.words))));
			this.reveal(this.place, this.steps.lastElementChild);
		}
		else {
			this.conclude((step.kind === 'GOOD') ? 'good' : 'bad', step.words);
		}
	}

	conclude(kind, words) {
		this.verdict.className = 'verdict ' + kind;
		this.verdict.replaceChildren(...withShortTokens(words));
		this.reveal(this.place, this.verdict);
		this.reveal = () => {};
	}

	clear() {
		this.steps.replaceChildren();
		this.stays.clear();
		this.verdict.className = 'verdict';
		this.verdict.textContent = '';
	}

}

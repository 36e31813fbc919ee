import { busy, byId, call, markBusy } from './dom.js';
import { Axis, Chart, seconds } from './chart.js';
import { follow } from './view.js';

const axis = new Axis();
const charts = new Map();
let running = false;
// The runs that this visitor has started; the event of the last one arrives a moment after its answer
let shown = () => {};

export function initTimeline(live) {
	for (const locked of [false, true]) {
		charts.set(locked, new Chart(byId('chart-' + locked), axis));
		byId('run-' + locked).addEventListener('click', () => start(locked));
	}
	byId('run-both').addEventListener('click', () => start(false, true));
	live.on('run', (run) => show([run]));
	live.on('task', (told) => charts.get(told.locked).add(told));
	live.onConnection((connected) => {
		if (connected) {
			call('GET', 'timelines').then((runs) => {
				show(runs);
				[...charts.values()].forEach((chart) => chart.forgetUnless(runs));
			}, () => {});
		}
	});
}

// One after the other
function start(...kinds) {
	busy(buttons(), async () => {
		const reveal = follow();
		shown = (run) => {
			reveal(byId('charts'), charts.get(run.locked).place);
			if (run.complete && run.locked === kinds[kinds.length - 1]) {
				shown = () => {};
			}
		};
		running = true;
		try {
			for (const locked of kinds) {
				try {
					await call('POST', 'timelines?locked=' + locked);
				}
				catch (problem) {
					charts.get(locked).fail(problem.message);
					return;
				}
			}
		}
		finally {
			running = false;
		}
	});
}

function buttons() {
	return ['both', 'false', 'true'].map((kind) => byId('run-' + kind));
}

// One run at a time, also of the visitors of other pages
function show(runs) {
	runs.forEach((run) => charts.get(run.locked).run(run));
	markBusy(buttons(), running || runs.some((run) => !run.complete));
	const [without, withLock] = [false, true].map((locked) => charts.get(locked).took);
	byId('compared').textContent = (without !== undefined && withLock !== undefined)
		? 'All at once they took ' + seconds(without) + ', one after the other ' + seconds(withLock)
			+ '. That is what a lock costs, and what it is for.' : '';
	runs.forEach((run) => shown(run));
}

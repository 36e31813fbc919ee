import { busy, byId, call, cells, element, headline, markBusy, plural, table } from './dom.js';

const HALF_SPEED = 0.5;
const charts = new Map();

export function initTimeline(live) {
	for (const locked of [false, true]) {
		const chart = new Chart(byId('chart-' + locked));
		charts.set(locked, chart);
		const button = byId('run-' + locked);
		button.addEventListener('click', () => busy([byId('run-false'), byId('run-true')], async () => {
			try {
				await call('POST', 'timelines?locked=' + locked);
			}
			catch (problem) {
				chart.fail(problem.message);
			}
		}));
	}
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

// One run at a time, also of the visitors of other pages
function show(runs) {
	runs.forEach((run) => charts.get(run.locked).run(run));
	markBusy([byId('run-false'), byId('run-true')], runs.some((run) => !run.complete));
}

/** The run of one kind: what is known of it, and its picture at a time. Times are in milliseconds. */
class Chart {

	constructor(place) {
		this.place = place;
		this.line = place.querySelector('.headline');
		this.rows = place.querySelector('.rows');
		this.axis = place.querySelector('.axis');
		this.replayButton = place.querySelector('.replay');
		this.replayButton.addEventListener('click', () => this.play(HALF_SPEED));
		this.details = place.querySelector('details');
		this.id = -1;
		this.events = [];
	}

	fail(words) {
		if (!this.complete) {
			this.stop();
		}
		headline(this.line, words, 'bad');
	}

	forgetUnless(runs) {
		if (this.complete === false && !runs.some((run) => run.id === this.id)) {
			this.fail('The server was started again, and knows nothing of this run.');
		}
	}

	run(run) {
		if (run.events.length > 0 && run.id === this.id && run.complete === this.complete
				&& first(run.events.map(inMillis)) === first(this.events)) {
			return;
		}
		this.complete = run.complete;
		if (run.complete) {
			this.id = run.id;
			this.tasks = run.tasks;
			this.events = run.events.map(inMillis);
			this.stop();
			this.finish();
			return;
		}
		this.id = run.id;
		this.tasks = run.tasks;
		this.events = [];
		run.events.forEach((event) => this.add({ run: run.id, event }));
		this.replayButton.hidden = true;
		this.details.hidden = true;
		headline(this.line, plural(run.tasks, 'task') + ' started…');
		this.stop();
		const step = () => {
			if (this.events.length > 0) {
				this.draw(this.now(), Infinity);
			}
			this.frame = requestAnimationFrame(step);
		};
		this.frame = requestAnimationFrame(step);
	}

	add(told) {
		if (told.run === this.id && !this.complete) {
			const event = inMillis(told.event);
			const clock = performance.now() - event.at;
			this.clock = (this.events.length === 0) ? clock : Math.min(this.clock, clock);
			this.events.push(event);
		}
	}

	now() {
		return performance.now() - this.clock;
	}

	finish() {
		const end = last(this.events);
		this.draw(end, end);
		const tasks = this.phases(end);
		const held = tasks.filter((task) => task.from !== undefined);
		const most = mostAtOnce(held);
		const gaps = tasks.map((task) => task.gap).filter((gap) => gap !== undefined).sort((a, b) => a - b);
		const failed = tasks.filter((task) => task.problem).map((task) => task.problem);
		let words = (most > 1) ? 'Up to ' + most + ' of ' + this.tasks + ' tasks worked at the same time.'
			: 'One at a time.';
		if (gaps.length > 0) {
			words += ' From one task to the next: ' + millis(gaps[Math.floor(gaps.length / 2)]) + ' in the middle, '
				+ millis(gaps[gaps.length - 1]) + ' at most.';
		}
		if (failed.length > 0) {
			words = plural(failed.length, 'task') + ' failed: ' + failed[0];
		}
		headline(this.line, words, (most === 1 && failed.length === 0) ? 'good' : 'bad');
		this.replayButton.hidden = false;
		this.details.hidden = false;
		this.details.querySelector('.scroll').replaceChildren(asTable(tasks));
	}

	play(speed) {
		this.stop();
		const from = first(this.events);
		const end = last(this.events);
		const began = performance.now();
		const step = () => {
			const now = from + (performance.now() - began) * speed;
			this.draw(Math.min(now, end), end);
			if (now < end) {
				this.frame = requestAnimationFrame(step);
			}
		};
		step();
	}

	stop() {
		cancelAnimationFrame(this.frame);
	}

	/** What each task has done until a time. */
	phases(now) {
		const tasks = Array.from({ length: this.tasks }, (nothing, index) => ({ number: index + 1 }));
		let freed;
		for (const event of this.events.filter((candidate) => candidate.at <= now).sort((a, b) => a.at - b.at)) {
			const task = tasks[event.number - 1];
			task.server = event.server;
			if (event.kind === 'WAIT') {
				task.began = event.lock ? event.at : undefined;
			}
			else if (event.kind === 'LOCK') {
				task.from = event.at;
				task.token = event.token;
				task.gap = (freed !== undefined) ? event.at - freed : undefined;
			}
			else if (event.kind === 'START') {
				task.from ??= event.at;
			}
			else if (event.kind === 'END') {
				task.to = event.at;
			}
			else if (event.kind === 'UNLOCK') {
				task.to = event.at;
				freed = event.at;
			}
			else {
				task.problem = event.problem || 'failed';
				task.to = event.at;
			}
		}
		return tasks.sort((a, b) => (a.from ?? Infinity) - (b.from ?? Infinity) || a.number - b.number);
	}

	draw(now, end) {
		const from = first(this.events);
		const span = Math.max((end === Infinity ? now : end) - from, 50);
		const tasks = this.phases(now);
		const servers = [...new Set(tasks.map((task) => task.server).filter(Boolean))].sort();
		while (this.rows.children.length < tasks.length) {
			this.rows.append(element('div', { className: 'row' }, element('span'), element('div', { className: 'track' }),
				element('span', { className: 'info' })));
		}
		while (this.rows.children.length > tasks.length) {
			this.rows.lastChild.remove();
		}
		tasks.forEach((task, index) => {
			const [label, track, info] = this.rows.children[index].children;
			label.textContent = 'task ' + task.number + (task.server ? ' · ' + task.server.replace('server ', '') : '');
			const shade = (servers.indexOf(task.server) % 2 === 1) ? 'hold b' : 'hold a';
			const bars = [];
			if (task.began !== undefined) {
				bars.push(bar('wait', task.began, task.from ?? task.to ?? now));
			}
			if (task.from !== undefined) {
				bars.push(bar(task.problem ? 'failed' : shade, task.from, task.to ?? now));
			}
			if (task.to !== undefined && !task.problem) {
				bars.push(bar('done', task.to, now));
			}
			track.replaceChildren(...bars);
			info.title = task.problem ?? '';
			info.textContent = task.problem ? 'failed' : [task.token ? 'token ' + task.token : '',
				(task.gap !== undefined) ? 'after ' + millis(task.gap) : ''].filter(Boolean).join(', ');
		});
		this.axis.hidden = false;
		this.axis.children[1].lastElementChild.textContent = seconds(span);

		function bar(className, start, stop) {
			const made = element('span', { className: 'bar ' + className });
			made.style.left = (100 * (start - from) / span) + '%';
			made.style.width = (100 * Math.max(0, stop - start) / span) + '%';
			return made;
		}
	}

}

function asTable(tasks) {
	const rows = tasks.map((task) => element('tr', {}, ...cells(String(task.number), task.server ?? '',
		{ number: span(task.began, task.from) }, { number: span(task.from, task.to) },
		{ number: task.token ? String(task.token) : '–' }, { number: (task.gap !== undefined) ? millis(task.gap) : '–' })));
	const right = (text) => ({ text, className: 'number' });
	return table('What each task did', ['Task', 'Server', right('Waited'), right('Worked'), right('Fencing token'),
		right('Hand-over')], rows);
}

function span(from, to) {
	return (from !== undefined && to !== undefined) ? millis(to - from) : '–';
}

function mostAtOnce(tasks) {
	return Math.max(0, ...tasks.map((task) => tasks.filter((other) => other.from <= task.from
		&& (other.to ?? Infinity) > task.from).length));
}

function inMillis(event) {
	return { ...event, at: event.atMicros / 1000 };
}

function first(events) {
	return events.reduce((earliest, event) => Math.min(earliest, event.at), Infinity);
}

function last(events) {
	return events.reduce((latest, event) => Math.max(latest, event.at), 0);
}

function millis(value) {
	return ((value < 10) ? value.toFixed(1) : Math.round(value)) + ' ms';
}

function seconds(value) {
	return (value / 1000).toFixed(2) + ' s';
}

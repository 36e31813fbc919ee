import { cells, digitsThatDiffer, element, headline, plural, shortToken, table } from './dom.js';
import { mostAtOnce, phases } from './tasks.js';

const HALF_SPEED = 0.5;
const SHORTEST = 50;

/** One time axis for all charts: a millisecond is as wide in one as in the other. */
export class Axis {

	constructor() {
		this.charts = [];
	}

	get span() {
		return Math.max(SHORTEST, ...this.charts.map((chart) => chart.span));
	}

	/** Redraws the other charts if one has changed the length of the axis. */
	drawn(by) {
		this.charts.filter((chart) => chart !== by && chart.drawnSpan !== this.span).forEach((chart) => chart.redraw());
	}

}

/** The run of one kind: its known events, and its picture at a time. Times are in milliseconds. */
export class Chart {

	constructor(place, axis) {
		this.place = place;
		this.axis = axis;
		this.span = 0;
		axis.charts.push(this);
		this.line = place.querySelector('.headline');
		this.rows = place.querySelector('.rows');
		this.scale = place.querySelector('.axis');
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
			this.fail('The server was restarted, and has no data of this run.');
		}
	}

	run(run) {
		if (run.events.length > 0 && run.id === this.id && run.complete === this.complete
				&& first(run.events.map(inMillis)) === first(this.events)) {
			return;
		}
		this.complete = run.complete;
		Object.assign(this.place.dataset, { run: run.id, complete: run.complete });
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
				this.draw(this.now());
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

	/** How long the run took, or undefined. */
	get took() {
		return (this.complete && this.events.length > 0) ? last(this.events) - first(this.events) : undefined;
	}

	finish() {
		const end = last(this.events);
		this.draw(end);
		const tasks = phases(this.events, this.tasks, end);
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

	redraw() {
		if (this.drawnAt !== undefined && this.events.length > 0) {
			this.draw(this.drawnAt, this.drawnEnd);
		}
	}

	/** The picture at a time, and its final length as far as that is known. */
	draw(now, end = now) {
		const from = first(this.events);
		this.span = end - from;
		this.drawnAt = now;
		this.drawnEnd = end;
		this.drawnSpan = this.axis.span;
		const span = this.drawnSpan;
		const tasks = phases(this.events, this.tasks, now);
		const digits = digitsThatDiffer(tasks.filter((task) => task.token).map((task) => task.token));
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
			label.replaceChildren(more('task '), task.number + (task.server ? ' · ' + task.server.replace('server ', '') : ''));
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
			const token = (task.token && !task.problem) ? String(task.token) : undefined;
			const gap = (task.gap !== undefined) ? ' · ' + millis(task.gap) : '';
			const said = [digits, token, gap, task.problem].join();
			if (info.dataset.said !== said) {
				info.dataset.said = said;
				info.replaceChildren(...(task.problem ? ['failed'] : token ? [shortToken(token, digits), more(gap)] : []));
			}
		});
		this.scale.hidden = false;
		this.scale.children[1].lastElementChild.textContent = seconds(span);
		this.axis.drawn(this);

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

// Hidden on a narrow screen
function more(words) {
	return element('span', { className: 'more', textContent: words });
}

function span(from, to) {
	return (from !== undefined && to !== undefined) ? millis(to - from) : '–';
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

export function seconds(value) {
	return (value / 1000).toFixed(2) + ' s';
}

import { element } from './dom.js';

/** The stays of all visitors on one time axis, a row for each. Writers are darker. Times are in milliseconds. */
export class Stays {

	constructor() {
		this.place = element('div', { className: 'stays' });
		this.clear();
	}

	clear() {
		this.stays = [];
		this.place.replaceChildren();
	}

	add(step) {
		const { who, askedMillis, enteredMicros, leftMicros } = step.stay;
		this.stays.push({ who, server: step.who, asked: askedMillis, from: enteredMicros / 1000, to: leftMicros / 1000 });
		this.stays.sort((a, b) => a.from - b.from);
		const servers = [...new Set(this.stays.map((stay) => stay.server))].sort();
		const begin = Math.min(...this.stays.map((stay) => stay.asked));
		const span = Math.max(...this.stays.map((stay) => stay.to)) - begin;
		this.place.replaceChildren(...this.stays.map((stay) => {
			const shade = (stay.who === 'writer') ? 'alone' : (stay.server === servers[0]) ? 'a' : 'b';
			return element('div', { className: 'row' },
				element('span', { textContent: stay.who + ', ' + stay.server.replace('server ', ':') }),
				element('div', { className: 'track' }, bar('wait', stay.asked, stay.from), bar('hold ' + shade, stay.from, stay.to)),
				element('span', { className: 'info', textContent: Math.round(stay.from) + ' to ' + Math.round(stay.to) + ' ms' }));
		}));

		function bar(className, from, to) {
			const made = element('span', { className: 'bar ' + className });
			made.style.left = (100 * (from - begin) / span) + '%';
			made.style.width = (100 * Math.max(0, to - from) / span) + '%';
			return made;
		}
	}

}

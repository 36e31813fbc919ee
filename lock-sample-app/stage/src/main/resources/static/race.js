import { busy, byId, call, cells, element, headline, lead, plural, table, timeOfDay } from './dom.js';
import { follow } from './view.js';

const MEANING = { 0: 'not reached', 201: 'registered', 409: 'registered already', 422: 'in progress', 503: 'unavailable' };
const POINTS_EACH = 100;

export function initRace() {
	const form = byId('race-form');
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		const locked = event.submitter?.value === 'true';
		busy([...form.querySelectorAll('button')], () => send(form, locked));
	});
}

async function send(form, locked) {
	const place = byId('race-' + locked);
	const line = place.querySelector('.headline');
	const reveal = follow();
	headline(line, 'Sent. Waiting for the answers…');
	place.querySelector('.body').replaceChildren();
	// the next button stays on the screen
	const shown = locked ? place : form.querySelector('.buttons');
	reveal(shown);
	try {
		show(place, await call('POST', 'races',
			{ userName: form.userName.value, requests: Number(form.requests.value), locked }));
		lead([...form.querySelectorAll('button')], form.querySelector('button[value=true]'));
		reveal(shown, undefined, !locked);
	}
	catch (problem) {
		headline(line, problem.message, 'bad');
	}
}

function show(place, race) {
	const line = place.querySelector('.headline');
	const users = race.users ?? [];
	if (!race.known) {
		headline(line, 'The users cannot be looked up: their store does not answer.', 'bad');
	}
	else if (users.length === 0) {
		headline(line, 'No user was registered.', 'bad');
	}
	else if (users.length === 1) {
		headline(line, 'One user “' + race.userName + '”, ' + race.points + ' points.', 'good');
	}
	else {
		headline(line, users.length + ' users “' + race.userName + '” instead of 1, ' + race.points + ' points instead of '
			+ POINTS_EACH + '.', 'bad');
	}
	const reason = race.answers.map((answer) => answer.reason).find((one) => one);
	place.querySelector('.body').replaceChildren(...(reason ? [element('p', { textContent: 'Refused because: ' + reason })] : []),
		answers(race), stored(users));
}

function answers(race) {
	let registered = 0;
	const rows = race.answers.map((answer, index) => {
		const duplicate = answer.status === 201 && ++registered > 1;
		const meaning = element('span', { title: answer.words }, MEANING[answer.status] ?? answer.words);
		return element('tr', { className: duplicate ? 'duplicate' : '' },
			...cells(answer.late ? 'later' : String(index + 1), answer.server.replace('server ', ''),
				element('span', {}, (answer.status || '–') + ' ', meaning, duplicate ? ', a duplicate' : ''),
				{ number: answer.millis + ' ms' }));
	});
	return table(plural(rows.length, 'answer'), ['Request', 'Server', 'Answer', { text: 'Took', className: 'number' }], rows);
}

function stored(users) {
	if (users.length === 0) {
		return '';
	}
	const rows = users.map((user, index) => element('tr', { className: (index > 0) ? 'duplicate' : '' },
		...cells(String(user.id), user.userName, timeOfDay(user.registeredAt),
			(index > 0) ? element('span', { className: 'mark', textContent: 'duplicate' }) : '')));
	return table(plural(users.length, 'user') + ' stored', ['Id', 'Name', 'Stored at', ''], rows);
}

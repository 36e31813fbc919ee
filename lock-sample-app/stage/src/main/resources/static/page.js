import { byId, call, element } from './dom.js';
import { Live } from './live.js';
import { initLocks } from './locks.js';
import { initMeters } from './meters.js';
import { initNodes, nodesChip } from './nodes.js';
import { initRace } from './race.js';
import { initScenarios } from './scenarios.js';
import { initTimeline } from './timeline.js';

const live = new Live('events');
initRace();
initTimeline(live);
initScenarios(live);
initLocks(live);
initMeters();
initNodes(live);
live.on('state', showState);
live.on('nodes', ({ kind, nodes }) => ofNodes = { kind, ...nodesChip(kind, nodes) });
live.onConnection((connected) => {
	if (!connected) {
		trouble('This server does not answer. The page tries again by itself.');
	}
});
byId('start-second').addEventListener('click', () => call('POST', 'servers/second').catch((problem) => trouble(problem.message)));
live.open();

let inTrouble = false;
let ofNodes;

function showState(state) {
	document.body.dataset.modes = state.modes;
	const chips = state.servers.map((port) => chip('server ' + port + ((port === state.self) ? ', which serves this page' : ''), true));
	if (ofNodes) {
		chips.push(chip(ofNodes.words, ofNodes.well));
	}
	if (state.lockStore) {
		chips.push(chip(state.lockStore + ', for the locks' + (state.trouble ? ', cannot be asked' : ''), !state.trouble));
	}
	if (ofNodes?.kind !== 'CLUSTER') {
		chips.push(chip(state.store + ' at ' + state.storeAddress + (ofNodes || state.lockStore ? ', for the users' : '')
			+ (state.storeAnswers ? '' : ' does not answer'), state.storeAnswers));
	}
	const words = chips.map((one) => one.textContent).join();
	if (byId('servers').dataset.words !== words) {
		byId('servers').dataset.words = words;
		byId('servers').replaceChildren(...chips);
	}
	const alone = state.servers.length < 2;
	byId('second').hidden = !alone;
	byId('start-second').hidden = state.secondRuns;
	byId('second').firstElementChild.textContent = state.secondRuns ? 'The second server is starting…'
		: 'Only one server runs. The experiments work, but two servers show more.';
	if (ofNodes?.kind === 'CLUSTER' && (state.trouble || !state.storeAnswers)) {
		trouble('A part of the cluster does not answer. Requests for its locks and users are refused with 503 until a replica is promoted.');
	}
	else if (!state.storeAnswers) {
		trouble(state.store + ' does not answer at ' + state.storeAddress + '. The locks are unavailable, and requests that need one are '
			+ 'refused with 503: a method never runs without its lock. This ends by itself when ' + state.store
			+ ' is back: resume its process (kill -CONT) if it was stopped (kill -STOP)'
			+ (state.store === 'Redis' ? ', or start another at this address (redis-server --port '
			+ state.storeAddress.replace(/.*:/, '') + ').' : '.'));
	}
	else if (state.trouble) {
		trouble('The locks are unavailable, and requests that need one are refused with 503: ' + state.trouble);
	}
	else if (inTrouble) {
		inTrouble = false;
		byId('trouble').hidden = true;
		byId('recovered').textContent = 'All is well again since ' + new Date().toLocaleTimeString() + '.';
		setTimeout(() => byId('recovered').textContent = '', 20_000);
	}
}

function trouble(words) {
	inTrouble = true;
	byId('recovered').textContent = '';
	if (byId('trouble').textContent !== words) {
		byId('trouble').textContent = words;
	}
	byId('trouble').hidden = false;
}

function chip(words, well) {
	return element('li', { textContent: words, className: well ? '' : 'away' });
}

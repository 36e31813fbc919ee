// What happened to the tasks of a run. Times are in milliseconds.

/** What each task has done until a time. */
export function phases(events, count, now) {
	const tasks = Array.from({ length: count }, (nothing, index) => ({ number: index + 1 }));
	let freed;
	for (const event of events.filter((candidate) => candidate.at <= now).sort((a, b) => a.at - b.at)) {
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

export function mostAtOnce(tasks) {
	return Math.max(0, ...tasks.map((task) => tasks.filter((other) => other.from <= task.from
		&& (other.to ?? Infinity) > task.from).length));
}

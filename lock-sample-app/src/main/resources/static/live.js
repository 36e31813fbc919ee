/** What this server tells while things happen. The browser connects again by itself. */
export class Live {

	constructor(address) {
		this.source = new EventSource(address);
	}

	on(name, listener) {
		this.source.addEventListener(name, (event) => listener(JSON.parse(event.data)));
	}

	onConnection(listener) {
		this.source.addEventListener('open', () => listener(true));
		this.source.addEventListener('error', () => listener(false));
	}

}

/**
 * What this server tells while things happen. The browser connects again by itself. A page that nobody sees does not
 * listen: a browser gives a server six connections, and pages in other tabs would use them up.
 */
export class Live {

	constructor(address) {
		this.address = address;
		this.listeners = [];
		document.addEventListener('visibilitychange', () => document.hidden ? this.close() : this.open());
	}

	on(name, listener) {
		this.listeners.push([name, (event) => listener(JSON.parse(event.data))]);
	}

	onConnection(listener) {
		this.listeners.push(['open', () => listener(true)], ['error', () => listener(false)]);
	}

	open() {
		if (!this.source) {
			this.source = new EventSource(this.address);
			this.listeners.forEach(([name, listener]) => this.source.addEventListener(name, listener));
		}
	}

	close() {
		this.source?.close();
		this.source = undefined;
	}

}

/**
 * The events of this server. The browser reconnects by itself. A hidden page does not listen: a browser opens at most six
 * connections to a server, and pages in other tabs would use them up.
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

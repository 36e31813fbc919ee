package io.github.lockstarter.test;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One connection through a {@link FaultProxy}: two pipes. Each socket is closed when the
 * pipe that writes to it has delivered everything, so that bytes outlive their sender.
 */
final class ProxyConnection {

	private final FaultProxy proxy;

	private final Socket client;

	private final Socket server;

	private final ProxyPipe up;

	private final ProxyPipe down;

	private final AtomicInteger open = new AtomicInteger(2);

	private volatile long usedNanos = System.nanoTime();

	private volatile boolean forgotten;

	ProxyConnection(FaultProxy proxy, Socket client, Socket server) {
		this.proxy = proxy;
		this.client = client;
		this.server = server;
		this.up = new ProxyPipe(this, proxy, client, server, true);
		this.down = new ProxyPipe(this, proxy, server, client, false);
	}

	void start() {
		this.up.start();
		this.down.start();
	}

	void wake() {
		this.up.wake();
		this.down.wake();
	}

	void forget() {
		this.forgotten = true;
	}

	/**
	 * Whether bytes that have come now are lost.
	 */
	boolean isForgotten() {
		long now = System.nanoTime();
		if (!this.forgotten && now - this.usedNanos > this.proxy.quietNanos()) {
			this.forgotten = true;
			this.proxy.affect();
		}
		this.usedNanos = now;
		return this.forgotten;
	}

	void pipeEnded() {
		if (this.open.decrementAndGet() == 0) {
			cut();
		}
	}

	void cut() {
		// first the sockets: a write that nobody reads ends, and with it its mutex is
		// free
		close(this.client);
		close(this.server);
		this.up.cut();
		this.down.cut();
		this.proxy.closed(this);
	}

	static void close(Closeable socket) {
		try {
			socket.close();
		}
		catch (IOException ex) {
			// it is gone then
		}
	}

}

package io.github.lockstarter.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A way to Redis that can be disturbed: delayed, held up, cut, or made to lose bytes.
 * Connections are forwarded unchanged until something is asked for. All methods may be
 * called from any thread; each takes effect on open and on new connections.
 */
public final class FaultProxy implements AutoCloseable {

	private volatile InetSocketAddress server;

	private final ServerSocket listening;

	private final Set<ProxyConnection> connections = ConcurrentHashMap.newKeySet();

	private final AtomicLong affected = new AtomicLong();

	private final AtomicLong commands = new AtomicLong();

	private volatile long delayNanos;

	private volatile Flow requests = Flow.PASS;

	private volatile Flow replies = Flow.PASS;

	private volatile boolean losesPushes;

	private volatile Flow newConnections = Flow.PASS;

	private volatile long quietNanos = Long.MAX_VALUE;

	private FaultProxy(String host, int port) {
		this.server = new InetSocketAddress(host, port);
		try {
			this.listening = new ServerSocket(0, 128, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		start("lock-test-proxy-" + port(), this::accept);
	}

	/**
	 * Opens a proxy on a free port of the loopback address.
	 * @param host the host of the server
	 * @param port the port of the server; it need not listen yet
	 * @return the proxy; close it
	 */
	public static FaultProxy to(String host, int port) {
		return new FaultProxy(host, port);
	}

	/**
	 * Where clients connect to, on the loopback address.
	 * @return the port
	 */
	public int port() {
		return this.listening.getLocalPort();
	}

	/**
	 * Leads to another server from now on, as a name that is moved does. Connections that
	 * stand are closed.
	 * @param host the host of the server
	 * @param port the port of the server
	 */
	public void lead(String host, int port) {
		this.server = new InetSocketAddress(host, port);
		cut();
	}

	/**
	 * Delivers everything later, in both directions, without a bound on how much is on
	 * the way.
	 * @param delay one way, zero for none
	 */
	public void delay(Duration delay) {
		this.delayNanos = delay.toNanos();
		wake();
	}

	/**
	 * What becomes of the bytes from clients to the server.
	 * @param flow what to do with them
	 */
	public void requests(Flow flow) {
		this.requests = flow;
		wake();
	}

	/**
	 * What becomes of the bytes from the server to clients. Who loses bytes of a stream
	 * has to {@link #cut()} it before it flows again.
	 * @param flow what to do with them
	 */
	public void replies(Flow flow) {
		this.replies = flow;
		wake();
	}

	/**
	 * Throws away published messages, whole ones only: the connection goes on.
	 * @param lose whether to
	 */
	public void losePushes(boolean lose) {
		this.losesPushes = lose;
	}

	/**
	 * What becomes of connections that are opened from now on; those that stand go on.
	 * @param flow whether they stand, wait until they may, or are closed at once
	 */
	public synchronized void newConnections(Flow flow) {
		this.newConnections = flow;
		notifyAll();
	}

	/**
	 * Closes all connections, with what is held up in them.
	 * @return how many there were
	 */
	public int cut() {
		int count = 0;
		for (ProxyConnection connection : this.connections) {
			connection.cut();
			count++;
		}
		this.affected.addAndGet(count);
		return count;
	}

	/**
	 * Forgets the connections that stand, as a firewall does that is started again: what
	 * is sent on them is lost, also that they are closed, and neither side hears of it.
	 * Those that are opened later are forwarded.
	 * @return how many there were
	 */
	public int forget() {
		int count = 0;
		for (ProxyConnection connection : this.connections) {
			connection.forget();
			count++;
		}
		this.affected.addAndGet(count);
		return count;
	}

	/**
	 * Forgets each connection on which nothing was sent for a while, as firewalls, NAT
	 * gateways and load balancers do.
	 * @param quiet for how long
	 */
	public void forgetAfter(Duration quiet) {
		this.quietNanos = quiet.toNanos();
	}

	/**
	 * How often something was disturbed: pieces of data that were delayed, held up or
	 * thrown away, and connections that were cut.
	 * @return a count that only grows
	 */
	public long affected() {
		return this.affected.get();
	}

	/**
	 * How many commands clients have sent, whatever became of them.
	 * @return a count that only grows
	 */
	public long commands() {
		return this.commands.get();
	}

	void sent(long count) {
		this.commands.addAndGet(count);
	}

	void affect() {
		this.affected.incrementAndGet();
	}

	long quietNanos() {
		return this.quietNanos;
	}

	long delayNanos() {
		return this.delayNanos;
	}

	Flow flow(boolean towardsServer) {
		return towardsServer ? this.requests : this.replies;
	}

	boolean losesPushes() {
		return this.losesPushes;
	}

	void closed(ProxyConnection connection) {
		this.connections.remove(connection);
	}

	private void wake() {
		this.connections.forEach(ProxyConnection::wake);
	}

	private void accept() {
		while (!this.listening.isClosed()) {
			try {
				Socket client = this.listening.accept();
				start("lock-test-proxy-connect", () -> connect(client));
			}
			catch (IOException ex) {
				// closed
			}
		}
	}

	private synchronized boolean mayStand() {
		if (this.newConnections != Flow.PASS) {
			affect();
		}
		boolean interrupted = false;
		while (this.newConnections == Flow.HOLD && !this.listening.isClosed()) {
			try {
				wait();
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
		return this.newConnections == Flow.PASS;
	}

	private void connect(Socket client) {
		Socket server = new Socket();
		InetSocketAddress address = this.server;
		if (!mayStand()) {
			ProxyConnection.close(client);
			return;
		}
		try {
			server.connect(address, 5_000);
			server.setTcpNoDelay(true);
			client.setTcpNoDelay(true);
			ProxyConnection connection = new ProxyConnection(this, client, server);
			this.connections.add(connection);
			connection.start();
			if (this.listening.isClosed() || address != this.server) {
				connection.cut();
			}
		}
		catch (IOException ex) {
			// as a server that is not there
			ProxyConnection.close(client);
			ProxyConnection.close(server);
		}
	}

	static void start(String name, Runnable task) {
		Thread thread = new Thread(task, name);
		thread.setDaemon(true);
		thread.start();
	}

	@Override
	public void close() {
		try {
			this.listening.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		newConnections(Flow.DROP);
		this.connections.forEach(ProxyConnection::cut);
	}

	/**
	 * What becomes of bytes.
	 */
	public enum Flow {

		/**
		 * They are delivered.
		 */
		PASS,

		/**
		 * They wait until they may pass, even when the sender has closed the connection
		 * meanwhile.
		 */
		HOLD,

		/**
		 * They are thrown away.
		 */
		DROP

	}

}

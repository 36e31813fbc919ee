package io.github.lockstarter.test;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.test.FaultProxy.Flow;

/**
 * One direction of a connection. One thread reads and, while nothing disturbs, writes;
 * what has to wait is written by a second one.
 */
final class ProxyPipe {

	private static final int BUFFER = 16 * 1024;

	// As Redis sends a message to who has subscribed to a channel, in RESP3 and RESP2.
	private static final Pattern BEGUN_MESSAGE = Pattern.compile("[>*]3\r\n\\$7\r\nmessage\r\n");

	private static final Pattern MESSAGE = Pattern
		.compile(BEGUN_MESSAGE.pattern() + "\\$\\d+\r\n[^\r]*\r\n\\$\\d+\r\n[^\r]*\r\n");

	private final ProxyConnection connection;

	private final FaultProxy proxy;

	private final Socket from;

	private final Socket to;

	private final boolean towardsServer;

	private final ReentrantLock mutex = new ReentrantLock();

	private final Condition changed = this.mutex.newCondition();

	private final Deque<Chunk> waiting = new ArrayDeque<>();

	private final CommandCounter commands = new CommandCounter();

	// the beginning of a message that shall be lost
	private String begun = "";

	private boolean cut;

	ProxyPipe(ProxyConnection connection, FaultProxy proxy, Socket from, Socket to, boolean towardsServer) {
		this.connection = connection;
		this.proxy = proxy;
		this.from = from;
		this.to = to;
		this.towardsServer = towardsServer;
	}

	void start() {
		String direction = this.towardsServer ? "requests" : "replies";
		FaultProxy.start("lock-test-proxy-read-" + direction, this::read);
		FaultProxy.start("lock-test-proxy-write-" + direction, this::write);
	}

	void wake() {
		this.mutex.lock();
		try {
			this.changed.signalAll();
		}
		finally {
			this.mutex.unlock();
		}
	}

	void cut() {
		this.mutex.lock();
		try {
			this.cut = true;
			this.waiting.clear();
			this.changed.signalAll();
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void read() {
		byte[] buffer = new byte[BUFFER];
		try {
			InputStream in = this.from.getInputStream();
			for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
				if (this.towardsServer) {
					this.proxy.sent(this.commands.count(buffer, count));
				}
				if (!this.connection.isForgotten()) {
					receive(buffer, count);
				}
			}
		}
		catch (IOException ex) {
			// the sender is gone
		}
		if (this.connection.isForgotten()) {
			// the receiver does not learn that
			return;
		}
		this.mutex.lock();
		try {
			this.waiting.add(new Chunk(null, System.nanoTime() + this.proxy.delayNanos()));
			this.changed.signalAll();
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Loses the messages among the bytes if it shall. A busy machine reads several, and
	 * the reply to a PING, at once.
	 */
	private void receive(byte[] buffer, int count) {
		if (this.towardsServer || (!this.proxy.losesPushes() && this.begun.isEmpty())) {
			accept(buffer, count);
			return;
		}
		String text = this.begun + new String(buffer, 0, count, StandardCharsets.ISO_8859_1);
		this.begun = "";
		if (this.proxy.losesPushes()) {
			String others = MESSAGE.matcher(text).replaceAll("");
			if (others.length() < text.length()) {
				this.proxy.affect();
			}
			Matcher begin = BEGUN_MESSAGE.matcher(others);
			if (begin.find()) {
				this.begun = others.substring(begin.start());
				others = others.substring(0, begin.start());
			}
			text = others;
		}
		if (!text.isEmpty()) {
			accept(text.getBytes(StandardCharsets.ISO_8859_1), text.length());
		}
	}

	private void accept(byte[] buffer, int count) {
		this.mutex.lock();
		try {
			Flow flow = this.proxy.flow(this.towardsServer);
			long delay = this.proxy.delayNanos();
			if (flow == Flow.DROP) {
				this.proxy.affect();
			}
			else if (flow == Flow.PASS && delay == 0 && this.waiting.isEmpty()) {
				deliver(buffer, count);
			}
			else {
				this.proxy.affect();
				this.waiting.add(new Chunk(Arrays.copyOf(buffer, count), System.nanoTime() + delay));
				this.changed.signalAll();
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void write() {
		this.mutex.lock();
		try {
			while (!this.cut) {
				Chunk first = this.waiting.peek();
				long wait = (first != null) ? first.due - System.nanoTime() : 0;
				if (first == null || this.proxy.flow(this.towardsServer) == Flow.HOLD) {
					this.changed.await();
				}
				else if (wait > 0) {
					this.changed.await(wait, TimeUnit.NANOSECONDS);
				}
				else if (first.bytes == null) {
					ProxyConnection.close(this.to);
					break;
				}
				else {
					this.waiting.remove();
					deliver(first.bytes, first.bytes.length);
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			this.mutex.unlock();
		}
		this.connection.pipeEnded();
	}

	private void deliver(byte[] bytes, int count) {
		try {
			this.to.getOutputStream().write(bytes, 0, count);
		}
		catch (IOException ex) {
			// nobody reads any more; what the other side sent may still have to go out
		}
	}

	/**
	 * Bytes that may be written from a time on; without bytes, the end of the stream.
	 */
	private static final class Chunk {

		private final byte @Nullable [] bytes;

		private final long due;

		private Chunk(byte @Nullable [] bytes, long due) {
			this.bytes = bytes;
			this.due = due;
		}

	}

}

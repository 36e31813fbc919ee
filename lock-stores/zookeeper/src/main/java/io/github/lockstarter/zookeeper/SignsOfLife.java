package io.github.lockstarter.zookeeper;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.locks.ReentrantLock;

import io.github.lockstarter.store.Moment;

/**
 * A lower bound for the time at which the leader has last heard of a session.
 */
final class SignsOfLife {

	private static final int SHARE_OF_SESSION = 4;

	// Limits how many signs are kept.
	private static final int SHARE_OF_SHARE = 12;

	private final ReentrantLock mutex = new ReentrantLock();

	// The latest first.
	private final Deque<Sign> signs = new ArrayDeque<>();

	private volatile Moment connecting;

	private volatile Moment latest;

	SignsOfLife(Moment now) {
		this.connecting = now;
		this.latest = now;
	}

	// A server asks the leader when a client connects, so any answer on that connection
	// is later.
	void connecting(Moment now) {
		this.connecting = now;
	}

	void answered(Moment sent, Moment now, Duration session) {
		if (sent.nanos() - this.latest.nanos() < session.toNanos() / SHARE_OF_SESSION / SHARE_OF_SHARE) {
			return;
		}
		this.mutex.lock();
		try {
			this.latest = sent;
			this.signs.addFirst(new Sign(sent, now));
			while (now.nanos() - this.signs.getLast().answered().nanos() > 2 * session.toNanos()) {
				this.signs.removeLast();
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	// The leader has heard of the session then or later, provided that it answers what is
	// sent now.
	Moment lastHeard(Moment now, Duration session) {
		Moment heard = this.connecting;
		this.mutex.lock();
		try {
			for (Iterator<Sign> all = this.signs.iterator(); all.hasNext();) {
				Sign sign = all.next();
				if (now.nanos() - sign.answered().nanos() >= session.toNanos() / SHARE_OF_SESSION) {
					return (sign.sent().nanos() - heard.nanos() > 0) ? sign.sent() : heard;
				}
			}
			return heard;
		}
		finally {
			this.mutex.unlock();
		}
	}

	private record Sign(Moment sent, Moment answered) {

	}

}

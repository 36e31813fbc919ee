package io.github.lockstarter.zookeeper;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.locks.ReentrantLock;

import io.github.lockstarter.store.Moment;

/**
 * What the leader has surely heard of a session. It alone ends sessions, and counts from
 * when it has heard of one:
 *
 * <ul>
 * <li>from the client itself, if that is connected to the leader, or when it connects to
 * any server, which asks the leader then;</li>
 * <li>otherwise when the server of the client answers the leader's next ping, which comes
 * each half tick. What passes from the client through that server to the leader,
 * transactions too, is not a sign of life.</li>
 * </ul>
 *
 * <p>
 * So an answer that came a half tick ago counts, from when it was asked for; and a
 * session has two ticks at least, unless a server is told otherwise.
 */
final class SignsOfLife {

	private static final int SHARE_OF_SESSION = 4;

	// So many between two that count.
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

	/**
	 * A connection is tried: whoever answers on it has asked the leader since.
	 */
	void connecting(Moment now) {
		this.connecting = now;
	}

	/**
	 * A server has answered.
	 * @param sent before it was asked
	 * @param now when it has answered, or later
	 * @param session how long a session lives of which nothing is heard
	 */
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

	/**
	 * The latest moment at which the leader has surely heard of the session, or heard
	 * later, if it answers what is sent now.
	 */
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

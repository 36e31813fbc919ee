package io.github.lockstarter.proof.fault;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.FaultWindow.Master;
import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.proof.history.Mark;

/**
 * Writes faults down and counts those that were seen to take effect.
 */
public final class FaultLog {

	private final HistoryWriter history;

	private final Map<FaultKind, Integer> seen = new EnumMap<>(FaultKind.class);

	private final Map<FaultKind, Integer> unseen = new EnumMap<>(FaultKind.class);

	/**
	 * Creates the log.
	 * @param history where it is written
	 */
	public FaultLog(HistoryWriter history) {
		this.history = history;
	}

	/**
	 * A fault is over. Also one without a visible effect excuses what happened meanwhile,
	 * but it does not count.
	 */
	synchronized void over(FaultKind kind, @Nullable String client, long begin, boolean effective) {
		this.history.write('D', System.nanoTime(), begin, kind, (client != null) ? client : "*");
		(effective ? this.seen : this.unseen).merge(kind, 1, Integer::sum);
	}

	/**
	 * A fault of one of several masters.
	 * @param who the clients that may notice it
	 * @param end until when it lasts, which may be later than now
	 */
	synchronized void over(FaultKind kind, Collection<String> who, @Nullable Master master, Span span,
			boolean effective) {
		String suffix = (master != null) ? "@" + master : "";
		who.forEach((client) -> excused(kind, client + suffix, span));
		(effective ? this.seen : this.unseen).merge(kind, 1, Integer::sum);
	}

	/**
	 * What may be noticed of a fault that is counted elsewhere, or of a start.
	 * @param client who may notice it
	 */
	void excused(FaultKind kind, String client, Span span) {
		this.history.write('D', span.end(), span.begin(), kind, client);
	}

	/**
	 * No replica has heard a master.
	 * @param locks what the master keeps
	 * @param since from when until now, in milliseconds of the servers
	 */
	void isolated(Collection<String> locks, long since) {
		this.history.write('I', System.nanoTime(), since, String.join(",", locks));
	}

	/**
	 * Something took effect between its begin and now.
	 */
	void mark(Mark.Kind kind, long begin) {
		this.history.write('M', System.nanoTime(), kind, begin);
	}

	/**
	 * Something at a server that must not be there.
	 */
	void wrong(String what, String why) {
		this.history.write('Z', System.nanoTime(), what, why);
	}

	/**
	 * How many faults of each kind took effect.
	 * @return the numbers
	 */
	public synchronized Map<FaultKind, Integer> seen() {
		return new EnumMap<>(this.seen);
	}

	/**
	 * How many faults of each kind had no visible effect.
	 * @return the numbers
	 */
	public synchronized Map<FaultKind, Integer> unseen() {
		return new EnumMap<>(this.unseen);
	}

	/**
	 * How many faults took effect.
	 * @return the number
	 */
	public synchronized int count() {
		return this.seen.values().stream().mapToInt(Integer::intValue).sum();
	}

	/**
	 * For how long a fault may be felt.
	 *
	 * @param begin when it began
	 * @param end when it was over
	 */
	record Span(long begin, long end) {

		static Span since(long begin) {
			return new Span(begin, System.nanoTime());
		}

	}

}

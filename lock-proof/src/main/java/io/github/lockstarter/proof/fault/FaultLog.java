package io.github.lockstarter.proof.fault;

import java.util.EnumMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.history.FaultKind;
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

	void mark(Mark.Kind kind) {
		this.history.write('M', System.nanoTime(), kind);
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

}

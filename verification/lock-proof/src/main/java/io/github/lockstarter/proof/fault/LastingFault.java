package io.github.lockstarter.proof.fault;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.TestRedis;

/**
 * A fault of one client that lasts for a whole run.
 */
public final class LastingFault {

	static final Duration SLOW = Duration.ofMillis(75);

	private final FaultKind kind;

	private final String place;

	private final long begin = System.nanoTime();

	/**
	 * Creates the fault; {@link #begin} begins it.
	 * @param kind one of {@link FaultKind#LASTING}
	 * @param place the client, without its generation
	 */
	public LastingFault(FaultKind kind, String place) {
		this.kind = kind;
		this.place = place;
	}

	/**
	 * What the client lacks from the start of Redis on.
	 * @param kind the fault
	 * @return rules of {@code ACL SETUSER}
	 */
	public static List<String> lacks(FaultKind kind) {
		return switch (kind) {
			case NO_SUBSCRIPTION -> List.of("-subscribe");
			case NO_RIGHT -> List.of("-evalsha", "-eval");
			default -> List.of();
		};
	}

	/**
	 * Begins it on the client's way to Redis.
	 * @param proxy the way
	 */
	public void begin(FaultProxy proxy) {
		proxy.losePushes(this.kind == FaultKind.LOST_PUSH);
		proxy.delay(usualDelay());
	}

	/**
	 * How long everything takes on the client's way, while nothing else disturbs it.
	 * @return the time, one way
	 */
	public Duration usualDelay() {
		return (this.kind == FaultKind.SLOW_NETWORK) ? SLOW : Duration.ZERO;
	}

	/**
	 * The kinds that the client can be hit by besides: not the same, which would end.
	 * @param kinds some kinds
	 * @return fewer kinds
	 */
	public Set<FaultKind> besides(Set<FaultKind> kinds) {
		Set<FaultKind> others = EnumSet.copyOf(kinds);
		others.remove(this.kind);
		if (this.kind == FaultKind.LOST_PUSH) {
			// which ends with messages
			others.remove(FaultKind.NO_NEW_CONNECTION);
		}
		return others;
	}

	/**
	 * Writes it down.
	 * @param log where faults are written down
	 * @param redis the server
	 * @param proxy the client's way to it
	 */
	public void over(FaultLog log, TestRedis redis, FaultProxy proxy) {
		log.over(this.kind, this.place, this.begin, proxy.affected() > 0 || Rights.refusals(redis, this.place) > 0);
	}

}

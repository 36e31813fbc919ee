package io.github.lockstarter.actuate;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import io.github.lockstarter.LockMode;
import io.github.lockstarter.core.HeldLock;
import io.github.lockstarter.leader.Leadership;

/**
 * What this instance holds and waits for.
 *
 * @param client its identity in the store, new at each start
 * @param holder its label in the results of {@code describe}
 * @param store where the locks are, and whether the store can be reached
 * @param held the locks of its callers, oldest first, at most {@value #MOST}
 * @param heldTotal the number of all of them
 * @param waiting what its callers wait for, oldest first, at most {@value #MOST}
 * @param waitingTotal the number of callers that wait
 * @param leaderships the elections that it takes part in
 */
public record LocksDescriptor(String client, String holder, Map<String, Object> store, List<Held> held, int heldTotal,
		List<Waiting> waiting, int waitingTotal, List<Election> leaderships) implements OperationResponseBody {

	static final int MOST = 1_000;

	/**
	 * A lock that a caller of this instance holds.
	 *
	 * @param name the full lock name
	 * @param namespace what kind of thing is locked
	 * @param fencingToken the fencing token
	 * @param heldMillis the time since the acquisition, in milliseconds
	 * @param remainingMillis the rest of its lease by this instance's clock, in
	 * milliseconds
	 * @param renewed whether the lease is renewed while the lock is held
	 * @param mode how it was acquired
	 * @param permits the largest number of holders, as this holder requested it
	 */
	public record Held(String name, String namespace, long fencingToken, long heldMillis, long remainingMillis,
			boolean renewed, LockMode mode, int permits) {

		static Held of(LiveLocks.Stay stay, HeldLock lock) {
			return new Held(stay.attempt().name(), stay.attempt().namespace(), stay.fencingToken(), stay.millis(),
					lock.remaining().toMillis(), lock.renewed(), lock.mode(), lock.permits());
		}

	}

	/**
	 * A lock that callers of this instance wait for.
	 *
	 * @param name the full lock name
	 * @param namespace what kind of thing is locked
	 * @param callers the number of callers
	 * @param longestMillis how long the first of them has waited, in milliseconds
	 */
	public record Waiting(String name, String namespace, int callers, long longestMillis) {

		static Waiting of(List<LiveLocks.Stay> callers) {
			LiveLocks.Stay first = callers.get(0);
			return new Waiting(first.attempt().name(), first.attempt().namespace(), callers.size(), first.millis());
		}

	}

	/**
	 * An election that this instance takes part in.
	 *
	 * @param name the name of the leadership, which is that of its lock
	 * @param leader whether this instance is the leader
	 * @param fencingToken the fencing token of this leader, or null
	 * @param leaseMillis the lease time, in milliseconds
	 */
	public record Election(String name, boolean leader, @Nullable Long fencingToken, long leaseMillis) {

		static Election of(Leadership leadership) {
			OptionalLong token = leadership.fencingToken();
			return new Election(leadership.name(), leadership.isLeader(), token.isPresent() ? token.getAsLong() : null,
					leadership.leaseTime().toMillis());
		}

	}

}

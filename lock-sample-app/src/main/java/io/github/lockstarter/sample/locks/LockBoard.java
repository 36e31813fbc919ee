package io.github.lockstarter.sample.locks;

import java.util.List;
import java.util.Optional;

import org.springframework.stereotype.Component;

import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.sample.servers.ServerDirectory;

/**
 * Who holds what, asked through {@link LockOperations#describe(String)}.
 */
@Component
public class LockBoard {

	private final LockOperations locks;

	private final SeenLocks seen;

	private final ServerDirectory servers;

	LockBoard(LockOperations locks, SeenLocks seen, ServerDirectory servers) {
		this.locks = locks;
		this.seen = seen;
		this.servers = servers;
	}

	/**
	 * The locks that are held now, among those used lately.
	 * @return the locks, those used last first
	 * @throws RuntimeException if Redis cannot be asked
	 */
	public List<HeldLock> held() {
		return this.seen.names().stream().map(this::find).flatMap(Optional::stream).toList();
	}

	/**
	 * Who holds a lock.
	 * @param name the full lock name
	 * @return the holder, or empty if the lock is free
	 */
	public Optional<HeldLock> find(String name) {
		return this.locks.describe(name).map(this::held);
	}

	boolean forceRelease(String name) {
		return this.locks.forceRelease(name);
	}

	private HeldLock held(LockInfo info) {
		String server = this.servers.seen()
			.stream()
			.filter((candidate) -> info.holder().endsWith(":" + candidate.pid()))
			.findFirst()
			.map((holder) -> this.servers.servers().contains(holder) ? holder.name() : holder.name() + ", gone")
			.orElse("");
		return new HeldLock(info.name(), info.holder(), server, info.fencingToken(), info.remaining().toMillis(),
				info.waiters());
	}

	/**
	 * A lock that is held.
	 *
	 * @param name the full lock name
	 * @param holder the label of the holder: application, host and process id
	 * @param server the name of the server that holds it, with ", gone" where it does not
	 * run any more; empty where it is none of the sample's
	 * @param fencingToken the fencing token of the holder
	 * @param remainingMillis what is left of the lease, in milliseconds
	 * @param waiters how many requests wait in Redis
	 */
	public record HeldLock(String name, String holder, String server, long fencingToken, long remainingMillis,
			int waiters) {

	}

}

package io.github.lockstarter.sample.stage.locks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.sample.stage.servers.ServerDirectory;

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
	 * The locks that are held now, among those used lately: all, or those before one that
	 * cannot be asked for.
	 * @return the locks, those used last first
	 * @throws RuntimeException if it is not known which were used
	 */
	Held held() {
		List<HeldLock> locks = new ArrayList<>();
		try {
			this.seen.names().forEach((name) -> find(name).ifPresent(locks::add));
			return new Held(locks, "");
		}
		catch (LockException ex) {
			return new Held(locks, String.valueOf(((ex.getCause() != null) ? ex.getCause() : ex).getMessage()));
		}
	}

	/**
	 * The names of the locks used lately.
	 * @return the names; as of the last answer of Redis, where it cannot be asked
	 */
	public List<String> names() {
		try {
			return this.seen.names();
		}
		catch (DataAccessException ex) {
			return knownNames();
		}
	}

	/**
	 * The same without I/O.
	 * @return the names, as of the last look
	 */
	public List<String> knownNames() {
		return this.seen.known();
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
	 * What is held.
	 *
	 * @param locks who holds what
	 * @param trouble why not all is known, or empty
	 */
	record Held(List<HeldLock> locks, String trouble) {

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

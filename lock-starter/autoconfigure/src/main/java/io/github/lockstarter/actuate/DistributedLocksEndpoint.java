package io.github.lockstarter.actuate;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

import io.github.lockstarter.LockInfo;
import io.github.lockstarter.core.HeldLock;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.leader.Leadership;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.text.LoggedText;

/**
 * The endpoint {@code distributedlocks}: lists what this instance holds and waits for,
 * describes one lock, and lets an administrator take one away. That requires write access
 * to the endpoint, because afterwards two callers may work at once.
 */
@Endpoint(id = "distributedlocks", defaultAccess = Access.READ_ONLY)
public class DistributedLocksEndpoint {

	private static final Logger logger = LoggerFactory.getLogger(DistributedLocksEndpoint.class);

	private final LockTemplate locks;

	private final LockStore store;

	private final LiveLocks live;

	private final String holder;

	private final Supplier<List<Leadership>> leaderships;

	public DistributedLocksEndpoint(LockTemplate locks, LockStore store, LiveLocks live, String holder,
			Supplier<List<Leadership>> leaderships) {
		this.locks = locks;
		this.store = store;
		this.live = live;
		this.holder = holder;
		this.leaderships = leaderships;
	}

	@ReadOperation
	public LocksDescriptor locks() {
		List<LocksDescriptor.Held> held = held();
		List<LiveLocks.Stay> waiting = this.live.waiting();
		return new LocksDescriptor(this.store.clientId(), this.holder, store(),
				held.stream().limit(LocksDescriptor.MOST).toList(), held.size(),
				byName(waiting).stream().limit(LocksDescriptor.MOST).map(LocksDescriptor.Waiting::of).toList(),
				waiting.size(), this.leaderships.get().stream().map(LocksDescriptor.Election::of).toList());
	}

	// A caller that has just started or ended its hold is known to one of the two sources
	// only, and left out.
	private List<LocksDescriptor.Held> held() {
		Map<Long, List<HeldLock>> locks = this.locks.held()
			.stream()
			.collect(Collectors.groupingBy(HeldLock::fencingToken));
		return this.live.held()
			.stream()
			.flatMap((stay) -> locks.getOrDefault(stay.fencingToken(), List.of())
				.stream()
				.filter((lock) -> lock.name().equals(stay.attempt().name()))
				.limit(1)
				.map((lock) -> LocksDescriptor.Held.of(stay, lock)))
			.toList();
	}

	private Map<String, Object> store() {
		Map<String, Object> health = new StoreHealth(this.store, true).call();
		health.remove(StoreHealth.STATUS);
		return health;
	}

	private static Collection<List<LiveLocks.Stay>> byName(List<LiveLocks.Stay> waiting) {
		return waiting.stream()
			.collect(Collectors.groupingBy((stay) -> stay.attempt().name(), LinkedHashMap::new, Collectors.toList()))
			.values();
	}

	@ReadOperation
	public LockDescriptor lock(@Selector(match = Selector.Match.ALL_REMAINING) String... name) {
		String whole = String.join("/", name);
		return this.locks.describe(whole)
			.map((info) -> LockDescriptor.of(info, this.live.isHeld(whole)))
			.orElseGet(() -> LockDescriptor.free(whole));
	}

	@DeleteOperation
	public boolean release(@Selector(match = Selector.Match.ALL_REMAINING) String[] name, long token) {
		String whole = String.join("/", name);
		String holder = this.locks.describe(whole).map((lock) -> holders(lock, token)).orElse("");
		boolean taken = this.locks.forceRelease(whole, token);
		if (taken) {
			logger.warn("Lock '" + LoggedText.name(whole) + "' with fencing token " + token
					+ " was taken away through the endpoint distributedlocks from " + LoggedText.of(holder));
		}
		return taken;
	}

	// One holder, or all readers that share the token.
	private static String holders(LockInfo lock, long token) {
		List<String> named = lock.holders()
			.stream()
			.filter((holder) -> holder.fencingToken() == token)
			.map(LockInfo.Holder::holder)
			.distinct()
			.toList();
		return named.isEmpty() ? lock.holder() : String.join(", ", named);
	}

}

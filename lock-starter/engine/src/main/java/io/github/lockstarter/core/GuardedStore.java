package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.store.FailsInStages;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreState;

/**
 * Turns whatever a store throws into a failed stage or a default answer, so that a store
 * that violates its contract cannot stop the engine in the middle of a step; start, stop,
 * client id and objections still throw. A store that {@linkplain FailsInStages declares}
 * that it keeps the contract is not wrapped.
 */
final class GuardedStore implements LockStore {

	private static final Logger logger = LoggerFactory.getLogger(GuardedStore.class);

	private final LockStore store;

	private GuardedStore(LockStore store) {
		this.store = store;
	}

	// The annotation is not inherited: subclasses and proxies are guarded.
	static LockStore around(LockStore store) {
		return store.getClass().isAnnotationPresent(FailsInStages.class) ? store : new GuardedStore(store);
	}

	private CompletionStage<StoreReply> answer(Function<LockStore, @Nullable CompletionStage<StoreReply>> command) {
		try {
			CompletionStage<StoreReply> answer = command.apply(this.store);
			return (answer != null) ? answer : failed(new IllegalStateException("it returned no stage"));
		}
		catch (Throwable ex) {
			return failed(ex);
		}
	}

	private static CompletionStage<StoreReply> failed(Throwable thrown) {
		return CompletableFuture.failedStage((thrown instanceof StoreException known) ? known
				: new StoreException(StoreException.Outcome.UNKNOWN, "its store threw " + thrown, thrown));
	}

	private <T> T said(Supplier<T> question, T otherwise) {
		try {
			T answer = question.get();
			// a mock returns null
			return (answer != null) ? answer : otherwise;
		}
		catch (Throwable ex) {
			logger.debug("The lock store did not answer a query; a default is used", ex);
			return otherwise;
		}
	}

	@Override
	public CompletionStage<StoreReply> acquire(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return answer((to) -> to.acquire(name, id, leaseMillis, waitMillis, notAfter));
	}

	@Override
	public CompletionStage<StoreReply> askAgain(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return answer((to) -> to.askAgain(name, id, leaseMillis, waitMillis, notAfter));
	}

	@Override
	public CompletionStage<StoreReply> share(String name, String id, int limit, long leaseMillis, long waitMillis,
			boolean again, long notAfter) {
		return answer((to) -> to.share(name, id, limit, leaseMillis, waitMillis, again, notAfter));
	}

	@Override
	public CompletionStage<StoreReply> renew(String name, String id, long leaseMillis) {
		return answer((to) -> to.renew(name, id, leaseMillis));
	}

	// A store that throws, or returns the wrong number of answers, has failed for all
	// renewals.
	@Override
	public List<CompletionStage<StoreReply>> renew(List<Renewal> renewals) {
		try {
			List<CompletionStage<StoreReply>> answers = this.store.renew(renewals);
			if (answers.size() != renewals.size()) {
				throw new IllegalStateException(answers.size() + " answers to " + renewals.size() + " renewals");
			}
			answers.forEach(Objects::requireNonNull);
			return answers;
		}
		catch (Throwable ex) {
			return Collections.nCopies(renewals.size(), failed(ex));
		}
	}

	@Override
	public CompletionStage<StoreReply> release(String name, String id, long holdMillis) {
		return answer((to) -> to.release(name, id, holdMillis));
	}

	@Override
	public CompletionStage<StoreReply> cancel(String name, String id, long acceptMillis, long notAfter) {
		return answer((to) -> to.cancel(name, id, acceptMillis, notAfter));
	}

	@Override
	public CompletionStage<StoreReply> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long notAfter) {
		return answer((to) -> to.yield(name, id, nextId, leaseMillis, waitMillis, notAfter));
	}

	@Override
	public CompletionStage<StoreReply> giveBack(PushMessage message) {
		return answer((to) -> to.giveBack(message));
	}

	@Override
	public CompletionStage<StoreReply> force(String name) {
		return answer((to) -> to.force(name));
	}

	@Override
	public CompletionStage<StoreReply> force(String name, long fencingToken) {
		return answer((to) -> to.force(name, fencingToken));
	}

	@Override
	public CompletionStage<StoreReply> describe(String name) {
		return answer((to) -> to.describe(name));
	}

	@Override
	public boolean isPushAvailable(String name) {
		return said(() -> this.store.isPushAvailable(name), false);
	}

	@Override
	public void resubscribe(String name) {
		said(() -> {
			this.store.resubscribe(name);
			return true;
		}, false);
	}

	@Override
	public String label() {
		return said(this.store::label, this.store.getClass().getName());
	}

	@Override
	public String kind() {
		return said(this.store::kind, LockStore.super.kind());
	}

	@Override
	public String properties() {
		return said(this.store::properties, LockStore.super.properties());
	}

	@Override
	public String remedy(String said) {
		return said(() -> this.store.remedy(said), "");
	}

	@Override
	public StoreState state() {
		return said(this.store::state, StoreState.UNKNOWN);
	}

	@Override
	public Map<String, StoreState> nodes() {
		return said(this.store::nodes, Map.of());
	}

	@Override
	public @Nullable String silence(Duration waited) {
		return said(() -> Optional.ofNullable(this.store.silence(waited)), Optional.<String>empty()).orElse(null);
	}

	@Override
	public @Nullable String objection(LockRequest request) {
		return this.store.objection(request);
	}

	@Override
	public String clientId() {
		return this.store.clientId();
	}

	@Override
	public void start(Listener listener) {
		this.store.start(listener);
	}

	@Override
	public void stop() {
		this.store.stop();
	}

}

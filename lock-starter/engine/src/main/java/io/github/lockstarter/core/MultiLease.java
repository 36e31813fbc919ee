package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.text.LoggedText;

/**
 * The lease on several locks: held while each of them is, and released together; one
 * failing release does not prevent the others.
 */
final class MultiLease implements EngineLease {

	// Each release ends after one timeout, unless the engine has stopped.
	private static final int TIMEOUTS = 2;

	private final EngineContext context;

	private final List<EngineLease> leases;

	MultiLease(EngineContext context, List<? extends EngineLease> leases) {
		this.context = context;
		this.leases = List.copyOf(leases);
	}

	@Override
	public String name() {
		return this.leases.stream().map(Lease::name).collect(Collectors.joining(", "));
	}

	@Override
	public long fencingToken() {
		throw new IllegalStateException("This lease is on several locks (" + LoggedText.name(name())
				+ "), and each has its own fencing "
				+ "token. Use the one of the resource that you write: lease.on(name) or LockContext.current(name).");
	}

	@Override
	public Optional<Lease> on(String name) {
		return this.leases.stream().filter((lease) -> lease.name().equals(name)).findFirst().map(Lease.class::cast);
	}

	@Override
	public boolean isHeld() {
		return this.leases.stream().allMatch(Lease::isHeld);
	}

	@Override
	public Duration remaining() {
		return this.leases.stream().map(Lease::remaining).min(Comparator.naturalOrder()).orElse(Duration.ZERO);
	}

	@Override
	public void ensureHeld() {
		this.leases.forEach(Lease::ensureHeld);
	}

	@Override
	public Lease onLost(Runnable listener) {
		Objects.requireNonNull(listener, "listener");
		AtomicBoolean told = new AtomicBoolean();
		this.leases.forEach((lease) -> lease.onLost(() -> {
			if (told.compareAndSet(false, true)) {
				listener.run();
			}
		}));
		return this;
	}

	@Override
	public boolean isToldOfLoss() {
		return this.leases.stream().anyMatch(EngineLease::isToldOfLoss);
	}

	@Override
	public CompletionStage<Optional<LockLostException>> end(WorkEnd work) {
		// all are sent before the first answer is waited for
		List<CompletableFuture<Optional<LockLostException>>> ends = this.leases.stream()
			.map((lease) -> lease.end(work).toCompletableFuture())
			.toList();
		return CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
			.thenApply((all) -> ends.stream().flatMap((end) -> end.join().stream()).findFirst());
	}

	@Override
	public void closeLater(WorkEnd work) {
		this.leases.forEach((lease) -> lease.closeLater(work));
	}

	@Override
	public void closeOrThrow(WorkEnd work) {
		closeAndWait(work, (lost) -> true);
	}

	@Override
	public void release() {
		closeAndWait(WorkEnd.NORMAL, (lost) -> false);
	}

	@Override
	public void releaseNow() {
		closeAndWait(WorkEnd.FAILED, (lost) -> false);
	}

	@Override
	public void close() {
		closeAndWait(WorkEnd.NORMAL, (lost) -> !isToldOfLoss());
	}

	private void closeAndWait(WorkEnd work, Predicate<LockLostException> thrown) {
		closeLater(work);
		CompletableFuture<Optional<LockLostException>> ended = end(work).toCompletableFuture();
		try {
			Optional<LockLostException> lost = AnswerWait.uninterrupted(ended,
					TIMEOUTS * this.context.commandTimeoutNanos(), this.context.runtime());
			if (lost.filter(thrown).isPresent()) {
				throw lost.get();
			}
		}
		catch (TimeoutException ex) {
			// the release continues in the background
		}
	}

	@Override
	public String toString() {
		return "Lease" + this.leases;
	}

}

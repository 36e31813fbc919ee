package io.github.lockstarter.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.core.EngineLease;
import io.github.lockstarter.core.NonBlockingCall;
import io.github.lockstarter.core.WorkEnd;

/**
 * The steps from the request for a lock to the start of the work under it. After the
 * grant a thread of the application's task executor must start the work within a limit:
 *
 * <pre>
 * requested - granted (engine) --> queued -- started (application) --> running
 *   |                                |  '--- lost meanwhile --> requested, in the same wait
 *   '--- refused, or given up ------'--- not started, or given up: the lock is released
 * </pre>
 *
 * <p>
 * Serves one piece of work, and calls {@link Work#begin} or {@link Work#refuse} at most
 * once.
 */
public final class WorkStart {

	private final ApplicationTasks tasks;

	private final Work work;

	private final Runnable takeUp;

	private volatile @Nullable NonBlockingCall call;

	private volatile @Nullable CompletableFuture<EngineLease> acquiring;

	private volatile @Nullable Granted granted;

	private volatile @Nullable PendingTask pending;

	public WorkStart(ApplicationTasks tasks, Work work) {
		this.tasks = tasks;
		this.work = work;
		this.takeUp = tasks.capture(this::takeUp);
	}

	public void start(NonBlockingCall call) {
		this.call = call;
		queueWhenGranted(call.acquire());
	}

	private void queueWhenGranted(CompletableFuture<EngineLease> acquired) {
		asked(acquired);
		acquired.whenComplete((granted, failure) -> {
			if (granted != null) {
				queue(granted);
			}
			else {
				this.work.refuse(null, failure);
			}
		});
	}

	private void asked(CompletableFuture<EngineLease> acquired) {
		this.acquiring = acquired;
		if (this.work.isGivenUp()) {
			acquired.cancel(false);
		}
	}

	private void queue(EngineLease lease) {
		Granted granted = new Granted(lease, new AtomicBoolean());
		this.granted = granted;
		try {
			this.pending = this.tasks.run(() -> takeUpInContext(granted), call().timeToBegin(),
					(reason) -> refuse(granted, reason));
		}
		catch (RuntimeException | Error ex) {
			refuse(granted, ex); // such as no thread for the timer
			return;
		}
		if (this.work.isGivenUp()) {
			takeBack();
		}
	}

	private NonBlockingCall call() {
		NonBlockingCall asking = this.call;
		if (asking == null) {
			throw new IllegalStateException("Not started");
		}
		return asking;
	}

	private void takeUpInContext(Granted granted) {
		try {
			this.takeUp.run();
		}
		catch (RuntimeException | Error ex) {
			if (!refuse(granted, ex)) {
				throw ex;
			}
			return; // the context could not be restored
		}
		refuse(granted, new IllegalStateException("A task decorator did not run the work under the lock"));
	}

	private boolean refuse(Granted granted, Throwable reason) {
		boolean refused = granted.decide();
		if (refused) {
			this.work.refuse(granted.lease(), reason);
		}
		return refused;
	}

	private void takeUp() {
		Granted now = this.granted;
		if (now == null || !now.decide()) {
			return; // refused before, or started twice
		}
		EngineLease held = now.lease();
		if (held.isHeld() || this.work.isGivenUp()) {
			this.work.begin(held);
		}
		else {
			queueWhenGranted(call().acquireAgain()); // lost while the executor was busy
		}
	}

	// For a calling thread that starts the work itself. The returned lease is held.
	EngineLease await(NonBlockingCall call) throws InterruptedException, ExecutionException {
		EngineLease held = await(call.acquire());
		while (!held.isHeld()) {
			held = await(call.acquireAgain());
		}
		return held;
	}

	private static EngineLease await(CompletableFuture<EngineLease> acquired)
			throws InterruptedException, ExecutionException {
		try {
			return acquired.get();
		}
		catch (InterruptedException ex) {
			acquired.cancel(false);
			// it may have been granted at the same moment
			acquired.thenAccept((granted) -> granted.end(WorkEnd.FAILED));
			throw ex;
		}
	}

	// The work and the caller each leave a mark, so that the later one finds that of the
	// other.
	public void giveUp() {
		CompletableFuture<EngineLease> waiting = this.acquiring;
		if (waiting != null) {
			waiting.cancel(false);
			takeBack();
		}
	}

	private void takeBack() {
		PendingTask queued = this.pending;
		Granted now = this.granted;
		if (queued != null && now != null && queued.takeBack()) {
			now.lease().end(WorkEnd.FAILED);
		}
	}

	// Decided once for each lease: a late task decorator of an earlier lease must not
	// decide about the next one.
	private record Granted(EngineLease lease, AtomicBoolean decided) {

		boolean decide() {
			return this.decided.compareAndSet(false, true);
		}

	}

	/**
	 * Work that is started under a lock.
	 */
	public interface Work {

		// True before giveUp() is called.
		boolean isGivenUp();

		/**
		 * Starts the work, or closes the lease if the work is given up. Called on a
		 * thread of the application's task executor, in the context of the caller.
		 * @param lease the lease, which the work has to close
		 */
		void begin(EngineLease lease);

		/**
		 * Called instead of the start. Must not block.
		 * @param lease the lease to close, or {@code null}
		 * @param reason why there is no lease, or why no thread has started the work
		 */
		void refuse(@Nullable EngineLease lease, Throwable reason);

	}

}

package io.github.lockstarter.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.core.EngineLease;
import io.github.lockstarter.core.NonBlockingCall;
import io.github.lockstarter.core.WorkEnd;

/**
 * From the question for a lock to the beginning of the work under it, which a thread of
 * the application's task executor takes up some time after the grant:
 *
 * <pre>
 * asked --- granted (engine) --> queued --- taken up (application) --> begun
 *   |                              |  '--- lost meanwhile --> asked, from the same wait
 *   '--- refused, or given up ----'--- not taken up, or given up: the lock goes back
 * </pre>
 *
 * <p>
 * For one piece of work, which it ends in {@link Work#begin} or {@link Work#refuse}, once
 * at most.
 */
public final class WorkStart {

	private final ApplicationTasks tasks;

	private final Work work;

	private final Runnable takeUp;

	private volatile @Nullable NonBlockingCall call;

	private volatile @Nullable CompletableFuture<EngineLease> acquiring;

	private volatile @Nullable Granted granted;

	private volatile @Nullable PendingTask pending;

	/**
	 * Takes the context of the calling thread along.
	 * @param tasks where the work is begun
	 * @param work what is begun
	 */
	public WorkStart(ApplicationTasks tasks, Work work) {
		this.tasks = tasks;
		this.work = work;
		this.takeUp = tasks.capture(this::takeUp);
	}

	/**
	 * Asks for the lock, and begins the work when it is granted.
	 * @param call asks for the lock
	 */
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
			refuse(granted, ex); // such as no thread for the time
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

	/**
	 * Refuses the work, unless it was taken up under that lease.
	 */
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
			return; // refused before, or taken up twice
		}
		EngineLease held = now.lease();
		if (held.isHeld() || this.work.isGivenUp()) {
			this.work.begin(held);
		}
		else {
			queueWhenGranted(call().acquireAgain()); // the executor has taken its time
		}
	}

	/**
	 * Waits for the lock on the calling thread, which then begins the work itself.
	 * @param call asks for the lock
	 * @return the lease, which is held
	 * @throws InterruptedException if the thread was interrupted; nothing is locked
	 * @throws ExecutionException if there is no lock
	 */
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

	/**
	 * Takes the question back, and the lock if the work has not begun. Of the work and
	 * whoever gives up, the later one finds the other's mark.
	 */
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

	/**
	 * One lease, under which the work is taken up or refused once. Who comes late to an
	 * earlier one, such as a task decorator that takes its time, decides nothing about
	 * the next.
	 */
	private record Granted(EngineLease lease, AtomicBoolean decided) {

		boolean decide() {
			return this.decided.compareAndSet(false, true);
		}

	}

	/**
	 * Work that is begun under a lock.
	 */
	public interface Work {

		/**
		 * Whether nobody waits for the work any more. Set before
		 * {@link WorkStart#giveUp()}.
		 * @return whether to give the lock back
		 */
		boolean isGivenUp();

		/**
		 * Begins the work, or gives the lease back if the work is given up. On a thread
		 * of the application's task executor, in the context of the caller.
		 * @param lease the lease, whose end is up to the work from now on
		 */
		void begin(EngineLease lease);

		/**
		 * Tells that the work does not begin. Must not block.
		 * @param lease the lease to end, if there is one
		 * @param reason why there is none, or why no thread has begun the work
		 */
		void refuse(@Nullable EngineLease lease, Throwable reason);

	}

}

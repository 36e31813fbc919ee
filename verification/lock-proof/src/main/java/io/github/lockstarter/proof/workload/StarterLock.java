package io.github.lockstarter.proof.workload;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.autoconfigure.ApplicationLocks;
import io.github.lockstarter.autoconfigure.async.LockAsyncAutoConfiguration;
import io.github.lockstarter.autoconfigure.reactive.LockReactiveAutoConfiguration;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.proof.workload.ClientArguments.Name;
import io.github.lockstarter.reactive.ReactiveLockOperations;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreState;

/**
 * The starter's lock, in an application that has a task executor and uses all faces.
 */
final class StarterLock implements LockUnderTest {

	private static final long LONGEST_START_NANOS = TimeUnit.SECONDS.toNanos(5);

	private final AnnotationConfigApplicationContext application = new AnnotationConfigApplicationContext();

	private final LockTemplate template;

	private final EventLog events;

	private final Executor executor;

	private final FutureLocks futures;

	private final ReactiveLocks publishers;

	StarterLock(ClientArguments arguments, Timing timing, LockClock clock, HistoryWriter history) {
		Servers servers = arguments.choice(Name.SERVERS, Servers.class);
		LockSettings settings = LockSettings
			.of((properties) -> properties.setLeaseTime(Duration.ofMillis(timing.leaseMillis()))
				.setCommandTimeout(Duration.ofMillis(timing.commandTimeoutMillis()))
				.setPollInterval(Duration.ofMillis(timing.pollMillis()))
				.setFenceRetention(Duration.ofMillis(timing.retentionMillis()))
				.setShutdownTimeout(Duration.ZERO)
				.setRelease(arguments.choice(Name.RELEASE, ReleaseMode.class))
				.getHandOff()
				.setLease(Duration.ofMillis(timing.handOffMillis()))
				// a message says nothing about replicas
				.setConfirm(servers == Servers.CONFIRMED));
		Stores stores = Stores.open(arguments, settings, clock);
		this.events = new EventLog(history, System::nanoTime);
		ThrowingCode foreign = new ThrowingCode(arguments.choice(Name.FOREIGN, Foreign.class));
		foreign.breakLog();
		this.template = new LockTemplate(new RecordingStore(stores.store(), history, System::nanoTime, stores.lock(),
				stores.cutoff(), foreign::sending), settings, clock, List.of(foreign.observer(), this.events));
		this.template.start();
		awaitMessages(stores.store());
		Tasks tasks = arguments.choice(Name.TASKS, Tasks.class);
		this.application.registerBean(LockRuntime.class, () -> new ThreadRuntime(clock));
		this.application.registerBean("lockTemplate", LockTemplate.class, () -> this.template);
		this.application.registerBean("applicationLocks", ApplicationLocks.class,
				() -> new ApplicationLocks(this.template));
		this.application.registerBean("applicationTaskExecutor", ThreadPoolTaskExecutor.class, tasks::executor);
		this.application.register(LockAsyncAutoConfiguration.class, LockReactiveAutoConfiguration.class);
		this.application.refresh();
		this.executor = this.application.getBean(ThreadPoolTaskExecutor.class);
		this.futures = new FutureLocks(this.application.getBean(AsyncLockOperations.class));
		this.publishers = new ReactiveLocks(this.application.getBean(ReactiveLockOperations.class));
	}

	/**
	 * A start returns whether or not messages arrive, and order is promised to waiters
	 * that they reach: on a busy machine that is after its first requests. A client that
	 * may not subscribe begins without.
	 */
	private static void awaitMessages(LockStore store) {
		long begin = System.nanoTime();
		while (store.state().messages().condition() != StoreState.Condition.UP
				&& System.nanoTime() - begin < LONGEST_START_NANOS) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
		}
	}

	@Override
	public void run(Face face, Runnable operation) {
		if (face == Face.JOINED) {
			CompletableFuture.runAsync(operation, this.executor).join();
		}
		else {
			operation.run();
		}
	}

	@Override
	public @Nullable Held acquire(Request request) {
		LockRequest asked = LockRequest.ofAll(request.locks())
			.waitTime(Duration.ofMillis(request.waitMillis()))
			.minHold(Duration.ofMillis(request.minHoldMillis()))
			.fair(request.order() == Order.FAIR);
		asked = (request.limit() == 0) ? asked.mode(LockMode.READ) : asked.permits(request.limit());
		if (request.leaseMillis() > 0) {
			asked = asked.leaseTime(Duration.ofMillis(request.leaseMillis()));
		}
		try {
			return switch (request.face()) {
				case BLOCKING -> blocking(asked, request.locks());
				case FUTURE, JOINED -> this.futures.lease(asked, request.locks());
				case STAGE -> this.futures.stage(asked, request.locks());
				case REACTIVE -> this.publishers.lease(asked, request.locks());
				case PUBLISHER -> this.publishers.publisher(asked, request.locks());
			};
		}
		catch (LockUnavailableException ex) {
			throw new RefusedException("UNAVAILABLE", ex);
		}
		catch (LockInterruptedException ex) {
			throw new RefusedException("INTERRUPTED", ex);
		}
		catch (LockException ex) {
			throw new RefusedException(ex.getClass().getSimpleName(), ex);
		}
	}

	private @Nullable Held blocking(LockRequest asked, List<String> names) {
		return this.template.tryAcquire(asked).map((lease) -> new HeldLeases(lease, names, lease::close)).orElse(null);
	}

	@Override
	public void restart() {
		try {
			this.template.stop();
		}
		catch (RuntimeException ex) {
			ex.printStackTrace();
		}
		this.template.start();
	}

	@Override
	public void close() {
		this.template.stop();
		this.application.close();
		this.events.close();
	}

}

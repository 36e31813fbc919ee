package io.github.lockstarter.observation;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.observation.LockObservationContext.Stage;
import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.text.LoggedText;

/**
 * Observes the wait for a lock and its hold. Both are children of the caller's current
 * observation. Neither opens a scope, because another thread may end it: in a trace they
 * appear beside the work that they cover.
 */
public final class LockObservations implements LockObserver {

	private static final LockAcquireObservationConvention ACQUIRE = new DefaultLockAcquireObservationConvention();

	private static final LockHoldObservationConvention HOLD = new DefaultLockHoldObservationConvention();

	private final Supplier<ObservationRegistry> registry;

	private final UnaryOperator<String> names;

	private final String store;

	private final Supplier<LockConventions> conventions;

	private final ConcurrentMap<LockAttempt, Running> running = new ConcurrentHashMap<>();

	// The registry and the conventions are requested at each event: they may depend on
	// beans that need locks. The names map a namespace to a value of low cardinality.
	public LockObservations(Supplier<ObservationRegistry> registry, UnaryOperator<String> names, String store,
			Supplier<LockConventions> conventions) {
		this.registry = registry;
		this.names = names;
		this.store = store;
		this.conventions = conventions;
	}

	@Override
	public void waiting(LockAttempt attempt) {
		Observation parent = this.registry.get().getCurrentObservation();
		this.running.put(attempt, start(Stage.ACQUIRE, attempt, parent, 0));
	}

	@Override
	public void handedOver(LockAttempt attempt, long fencingToken) {
		Running wait = this.running.get(attempt);
		if (wait != null) {
			wait.context().cameFromItsFormerHolder();
		}
	}

	@Override
	public void acquired(LockAttempt attempt, long fencingToken, Duration waited) {
		Running wait = this.running.remove(attempt);
		if (wait != null) {
			wait.context().token(fencingToken);
			wait.end("acquired", null);
			this.running.put(attempt, start(Stage.HOLD, attempt, wait.parent(), fencingToken));
		}
	}

	@Override
	public void notAcquired(LockAttempt attempt, Refusal reason, Duration waited) {
		end(attempt, reason.name().toLowerCase(Locale.ROOT), switch (reason) {
			case UNAVAILABLE, SHUT_DOWN -> new LockUnavailableException(attempt.name(), "The lock was not available");
			// neither a refusal nor a cancellation is an error
			case HELD_BY_ANOTHER, CANCELLED -> null;
		});
	}

	@Override
	public void lost(LockAttempt attempt, long fencingToken, LossReason reason, Duration held) {
		end(attempt, "lost", new LockLostException(attempt.name(), "The lock was lost: " + reason));
	}

	@Override
	public void released(LockAttempt attempt, long fencingToken, Duration held) {
		end(attempt, "released", null);
	}

	private void end(LockAttempt attempt, String outcome, @Nullable Throwable error) {
		Running ending = this.running.remove(attempt);
		if (ending != null) {
			ending.end(outcome, error);
		}
	}

	private Running start(Stage stage, LockAttempt attempt, @Nullable Observation parent, long fencingToken) {
		LockObservationContext context = new LockObservationContext(stage, this.names.apply(attempt.namespace()),
				LoggedText.recorded(attempt.name()), this.store, attempt.mode().tag());
		context.token(fencingToken);
		Observation observation = create(context);
		if (parent != null) {
			observation.parentObservation(parent);
		}
		return new Running(observation.start(), context, parent);
	}

	private Observation create(LockObservationContext context) {
		LockConventions own = this.conventions.get();
		return switch (context.getStage()) {
			case ACQUIRE -> Observation.createNotStarted(own.acquire(), ACQUIRE, () -> context, this.registry.get());
			case HOLD -> Observation.createNotStarted(own.hold(), HOLD, () -> context, this.registry.get());
		};
	}

	// An observation that has not ended; the parent is the observation of the caller.
	private record Running(Observation observation, LockObservationContext context, @Nullable Observation parent) {

		void end(String outcome, @Nullable Throwable error) {
			this.context.ended(outcome);
			if (error != null) {
				this.observation.error(error);
			}
			this.observation.stop();
		}

	}

}

package io.github.lockstarter.core;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * One caller's way to several locks, all or none of them. Its states:
 *
 * <pre>
 * TRYING (all at once, nobody waits) --- all held -------------------------> OVER
 *   '-- refused: gives all back --- may wait --> WAITING (one by one) -----> OVER
 *                                                  '-- all held -- RAISING -> OVER
 * any of them --- refused, or something went wrong --> LEAVING (gives all back) --> OVER
 * </pre>
 *
 * <p>
 * Locks that are free cost one round trip. WAITING goes through the locks in the order of
 * their names, as every other caller does, so that nobody waits for a lock while holding
 * a later one: callers of this kind never wait for each other in a circle. RAISING gives
 * fixed leases, which are not renewed while the caller waits for the next lock, their
 * full length.
 */
final class MultiAcquisition implements WayIn {

	private enum Stage {

		TRYING, WAITING, RAISING, LEAVING, OVER

	}

	private final Engine engine;

	private final Function<WaitBudget, List<Contender>> contenders;

	private final WaitBudget budget;

	private List<Contender> parts;

	// In WAITING: who waits; those before hold their locks, those behind have not begun.
	private int current;

	private Stage stage = Stage.TRYING;

	private @Nullable Contender refused;

	private @Nullable Throwable failure;

	/**
	 * Creates the way in.
	 * @param contenders creates the contenders, sorted by name, each time that they begin
	 */
	MultiAcquisition(Engine engine, Function<WaitBudget, List<Contender>> contenders, WaitBudget budget) {
		this.engine = engine;
		this.contenders = contenders;
		this.budget = budget;
		this.parts = contenders.apply(budget.withoutWait());
	}

	@Override
	public boolean advance(@Nullable Refusal giveUp) {
		boolean goesOn = true;
		while (goesOn) {
			goesOn = switch (this.stage) {
				case TRYING, RAISING -> awaitAll(giveUp);
				case WAITING -> awaitCurrent(giveUp);
				case LEAVING -> leave();
				case OVER -> false;
			};
		}
		if (this.stage == Stage.OVER && this.failure instanceof RuntimeException ex) {
			throw ex;
		}
		if (this.stage == Stage.OVER && this.failure instanceof Error ex) {
			throw ex;
		}
		return this.stage == Stage.OVER;
	}

	private boolean awaitAll(@Nullable Refusal giveUp) {
		boolean over = true;
		for (Contender part : this.parts) {
			over = advance(part, giveUp) && over;
		}
		if (this.failure != null) {
			return leaving();
		}
		if (!over) {
			return false;
		}
		Contender worst = this.parts.stream()
			.filter((part) -> part.failure() != null)
			.min(Comparator.comparing((part) -> weight(reason(part))))
			.orElse(null);
		if (worst == null) {
			this.stage = Stage.OVER;
		}
		else if (this.stage == Stage.TRYING && mayWait(reason(worst))) {
			giveBack();
			this.parts = this.contenders.apply(this.budget);
			this.stage = Stage.WAITING;
		}
		else {
			this.refused = worst;
			return leaving();
		}
		return true;
	}

	private boolean mayWait(Refusal reason) {
		return (reason == Refusal.HELD_BY_ANOTHER || reason == Refusal.UNAVAILABLE)
				&& this.budget.isWaiting(this.engine.clock().nanoTime());
	}

	private boolean awaitCurrent(@Nullable Refusal giveUp) {
		Contender part = this.parts.get(this.current);
		boolean over = advance(part, giveUp);
		if (this.failure != null || (over && part.failure() != null)) {
			this.refused = part;
			return leaving();
		}
		if (over && ++this.current == this.parts.size()) {
			this.parts.forEach(Contender::refresh);
			this.stage = Stage.RAISING;
		}
		return over;
	}

	private boolean leaving() {
		this.stage = Stage.LEAVING;
		return true;
	}

	/**
	 * Gives everything back. A contender that is just being handed its turn has to take
	 * it before it can pass it on.
	 */
	private boolean leave() {
		boolean over = true;
		for (Contender part : this.parts) {
			over = (!part.isBegun() || advance(part, Refusal.INTERRUPTED)) && over;
		}
		if (over) {
			giveBack();
			this.stage = Stage.OVER;
		}
		return over;
	}

	private void giveBack() {
		this.parts.stream().filter(Contender::isAcquired).forEach((part) -> part.lease().end(false));
	}

	private boolean advance(Contender part, @Nullable Refusal giveUp) {
		try {
			return part.advance(giveUp);
		}
		catch (RuntimeException | Error ex) {
			this.failure = (this.failure != null) ? this.failure : ex;
			return true;
		}
	}

	@Override
	public long nextTimer() {
		if (this.stage == Stage.WAITING) {
			return this.parts.get(this.current).nextTimer();
		}
		long now = this.engine.clock().nanoTime();
		return now + this.parts.stream()
			.filter((part) -> part.isBegun() && !part.isOver())
			.mapToLong((part) -> part.nextTimer() - now)
			.min()
			.orElse(0);
	}

	@Override
	public @Nullable Contender refused() {
		return this.refused;
	}

	@Override
	public List<Contender> parts() {
		return this.parts;
	}

	@Override
	public StagedLease lease() {
		return new CompoundLease(this.engine, this.parts.stream().map(Contender::lease).toList());
	}

	private static Refusal reason(Contender part) {
		return Objects.requireNonNull(part.failure()).reason();
	}

	/**
	 * What the caller is told if the locks were refused for different reasons.
	 */
	private static int weight(Refusal reason) {
		return switch (reason) {
			case INTERRUPTED -> 0;
			case SHUT_DOWN -> 1;
			case HELD_BY_ANOTHER -> 2;
			case UNAVAILABLE -> 3;
		};
	}

}

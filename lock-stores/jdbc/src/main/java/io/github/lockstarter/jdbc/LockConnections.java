package io.github.lockstarter.jdbc;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.jdbc.LockConnection.Work;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreState.Link;

/**
 * The connections for commands; binds the commands of one row to one connection as long
 * as any of them is unanswered.
 */
final class LockConnections {

	private static final long STOP_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final List<Member> members;

	private final LockClock clock;

	private final ConcurrentMap<String, Turn> turns = new ConcurrentHashMap<>();

	LockConnections(List<LockConnection> connections, LockClock clock) {
		this.clock = clock;
		this.members = connections.stream().map((connection) -> new Member(connection, new AtomicInteger())).toList();
	}

	LockConnection first() {
		return this.members.get(0).connection();
	}

	// The first connection sends the heartbeats of the instance.
	void startOthers() {
		this.members.stream().skip(1).map(Member::connection).forEach((connection) -> {
			connection.start();
			connection.stayAlive();
		});
	}

	void stop(Work<?> last) {
		this.members.forEach((member) -> member.connection().beginStop((member.connection() == first()) ? last : null));
		long end = this.clock.nanoTime() + STOP_NANOS;
		this.members.forEach((member) -> member.connection().endStop(Math.max(end - this.clock.nanoTime(), 0)));
	}

	Link link() {
		return this.members.stream()
			.map((member) -> member.connection().link())
			.filter((link) -> link != Link.UP)
			.findFirst()
			.orElse(Link.UP);
	}

	<T> CompletionStage<T> submit(String row, Work<T> work) {
		Member member = begin(row);
		return member.connection().submit(work).exceptionallyCompose((failure) -> {
			Member other = isNotSent(failure) ? move(row, member) : null;
			return (other != null) ? other.connection().submit(work) : CompletableFuture.failedStage(failure);
		}).whenComplete((done, failure) -> end(row));
	}

	private static boolean isNotSent(Throwable failure) {
		return StoreException.of(failure).getOutcome() == StoreException.Outcome.NOT_SENT;
	}

	// Returns null if no other connection is usable.
	private @Nullable Member move(String row, Member broken) {
		@Nullable Member[] moved = new Member[1];
		this.turns.computeIfPresent(row, (key, turn) -> {
			Member other = (turn.member() != broken) ? turn.member() : idlest();
			if (other == broken || !other.connection().isReady()) {
				return turn;
			}
			moved[0] = other;
			turn.member().open().addAndGet(-turn.commands());
			other.open().addAndGet(turn.commands());
			return new Turn(other, turn.commands());
		});
		return moved[0];
	}

	// The work is given the rows that no other connection is busy with.
	<T> CompletionStage<T> submit(Collection<String> rows, Function<Set<String>, Work<T>> work) {
		Member member = idlest();
		Set<String> taken = rows.stream().filter((row) -> begin(row, member)).collect(Collectors.toSet());
		return member.connection().submit(work.apply(taken)).whenComplete((done, failure) -> taken.forEach(this::end));
	}

	private boolean begin(String row, Member member) {
		boolean[] begun = new boolean[1];
		this.turns.compute(row, (key, known) -> {
			if (known != null && known.member() != member) {
				return known;
			}
			begun[0] = true;
			member.open().incrementAndGet();
			return new Turn(member, (known != null) ? known.commands() + 1 : 1);
		});
		return begun[0];
	}

	private Member begin(String row) {
		return this.turns.compute(row, (key, known) -> {
			Turn turn = (known != null) ? known : new Turn(idlest(), 0);
			turn.member().open().incrementAndGet();
			return new Turn(turn.member(), turn.commands() + 1);
		}).member();
	}

	private void end(String row) {
		this.turns.compute(row, (key, turn) -> {
			if (turn == null) {
				return null;
			}
			turn.member().open().decrementAndGet();
			return (turn.commands() > 1) ? new Turn(turn.member(), turn.commands() - 1) : null;
		});
	}

	// A broken connection has few open commands, and is chosen only if all are broken.
	private Member idlest() {
		return this.members.stream()
			.min(Comparator.<Member, Boolean>comparing((member) -> !member.connection().isReady())
				.thenComparing((member) -> member.open().get()))
			.orElseThrow();
	}

	private record Member(LockConnection connection, AtomicInteger open) {

	}

	private record Turn(Member member, int commands) {

	}

}

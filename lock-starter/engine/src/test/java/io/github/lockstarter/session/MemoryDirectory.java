package io.github.lockstarter.session;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreState;

/**
 * The way of one instance to a {@link MemoryServer}. All that is sent is executed at
 * once; what becomes of the answers, a test says.
 */
final class MemoryDirectory implements Directory {

	private final MemoryServer server;

	private final Duration session;

	private final List<Runnable> held = new ArrayList<>();

	private final AtomicInteger leftInVain = new AtomicInteger();

	private volatile Answers answers = Answers.ARRIVE;

	private volatile UnaryOperator<Moment> heard = UnaryOperator.identity();

	private volatile Set<String> unchecked = Set.of();

	private volatile @Nullable Listener listener;

	private volatile @Nullable Boolean farewell;

	MemoryDirectory(MemoryServer server, Duration session) {
		this.server = server;
		this.session = session;
	}

	/**
	 * What becomes of the answers to what is sent from now on. Those that were held
	 * arrive first.
	 */
	void answers(Answers next) {
		this.answers = next;
		List<Runnable> arriving = List.copyOf(this.held);
		this.held.clear();
		arriving.forEach(Runnable::run);
	}

	/**
	 * The answers that are held arrive; those to what is sent then are held.
	 */
	void arrive() {
		answers(Answers.HELD);
	}

	/**
	 * When the session was heard of, as from a moment.
	 */
	void heard(UnaryOperator<Moment> last) {
		this.heard = last;
	}

	/**
	 * Checks of the places of these attempts have no answer.
	 */
	void unchecked(Set<String> ids) {
		this.unchecked = ids;
	}

	/**
	 * The session is over, and the next one has not begun.
	 */
	void over() {
		this.server.end(this);
		Objects.requireNonNull(this.listener).over();
	}

	/**
	 * The session can be used.
	 */
	void connected() {
		Objects.requireNonNull(this.listener).connected();
	}

	/**
	 * Whether the session was ended at the last stop.
	 */
	@Nullable Boolean farewell() {
		return this.farewell;
	}

	void changed(String name) {
		if (this.listener != null) {
			this.listener.changed(name);
		}
	}

	void marked(String name, Place place, long millis) {
		if (this.listener != null) {
			this.listener.marked(name, place, millis);
		}
	}

	@Override
	public String label() {
		return "A directory in memory";
	}

	@Override
	public String kind() {
		return "memory";
	}

	@Override
	public String properties() {
		return "distributed-lock.*";
	}

	@Override
	public String sessionProperty() {
		return "zookeeper.session-timeout";
	}

	@Override
	public Duration sessionTimeout() {
		return this.session;
	}

	@Override
	public CompletableFuture<?> start(String clientId, ScheduledExecutorService timers, Listener told) {
		this.listener = told;
		this.answers = Answers.ARRIVE;
		told.connected();
		return CompletableFuture.completedFuture(true);
	}

	@Override
	public void stop(boolean word) {
		this.listener = null;
		this.farewell = word;
		this.answers = Answers.NONE_SENT;
		if (word) {
			this.server.end(this);
		}
		else {
			this.server.forget(this, this.session);
		}
	}

	@Override
	public StoreState.Link state() {
		return (this.listener != null && this.answers != Answers.NONE_SENT) ? StoreState.Link.UP
				: StoreState.Link.down("the test says so", Instant.EPOCH);
	}

	@Override
	public Moment lastHeard(Moment now) {
		return this.heard.apply(now);
	}

	private <T> CompletableFuture<T> request(Function<List<Runnable>, T> executed) {
		Answers how = this.answers;
		if (how == Answers.NONE_SENT) {
			return notSent();
		}
		List<Runnable> told = new ArrayList<>();
		T answer = executed.apply(told);
		told.forEach(Runnable::run);
		if (how == Answers.LOST) {
			return CompletableFuture
				.failedFuture(new StoreException(StoreException.Outcome.UNKNOWN, "the connection is broken", null));
		}
		CompletableFuture<T> stage = new CompletableFuture<>();
		if (how == Answers.HELD) {
			this.held.add(() -> stage.complete(answer));
		}
		else {
			stage.complete(answer);
		}
		return stage;
	}

	private static <T> CompletableFuture<T> notSent() {
		return CompletableFuture
			.failedFuture(new StoreException(StoreException.Outcome.NOT_SENT, "no connection", null));
	}

	/**
	 * How many places were to be left that were not.
	 */
	int leftInVain() {
		return this.leftInVain.get();
	}

	@Override
	public CompletionStage<Taken> take(String name, String id, PlaceKind kind, @Nullable Place instead) {
		return request((told) -> this.server.take(this, name, id, kind, instead, told));
	}

	@Override
	public CompletionStage<List<Place>> line(String name) {
		return request((told) -> this.server.line(name));
	}

	@Override
	public CompletionStage<List<Place>> lineNow(String name) {
		return line(name);
	}

	@Override
	public CompletionStage<Boolean> leave(Place place) {
		if (this.answers == Answers.NONE_LEFT) {
			this.leftInVain.incrementAndGet();
			return notSent();
		}
		return request((told) -> this.server.leave(place, told));
	}

	@Override
	public List<CompletionStage<Boolean>> check(List<Place> places) {
		CompletableFuture<List<Boolean>> all = request((told) -> this.server.check(places));
		List<CompletionStage<Boolean>> each = new ArrayList<>();
		for (int i = 0; i < places.size(); i++) {
			int index = i;
			each.add(this.unchecked.contains(places.get(i).id())
					? CompletableFuture
						.failedFuture(new StoreException(StoreException.Outcome.UNKNOWN, "the test says so", null))
					: all.thenApply((there) -> there.get(index)));
		}
		return each;
	}

	@Override
	public CompletionStage<Boolean> mark(Place place, long millis) {
		return request((told) -> this.server.mark(place, millis, told));
	}

	@Override
	public CompletionStage<Optional<Note>> read(Place place) {
		return request((told) -> this.server.read(place));
	}

	@Override
	public void watch(String name, Place place) {
		request((told) -> {
			this.server.watch(this, name, place, told);
			return true;
		});
	}

	/**
	 * What becomes of answers.
	 */
	enum Answers {

		ARRIVE, HELD, LOST, NONE_SENT,

		/**
		 * All are sent and answered but for those that leave a place.
		 */
		NONE_LEFT

	}

}

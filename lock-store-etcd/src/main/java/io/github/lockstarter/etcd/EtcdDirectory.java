package io.github.lockstarter.etcd;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.session.Directory;
import io.github.lockstarter.session.Place;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreState;

/**
 * The lines in etcd. A place is a key with the lease of the instance; its own number, of
 * which fencing tokens are made, is the revision that has made it. All that is read is
 * read by a majority.
 */
public final class EtcdDirectory implements Directory {

	// etcd takes 128 operations in one, unless it is told otherwise.
	private static final int PLACES_OF_A_TRANSACTION = 100;

	private static final long AGAIN_MILLIS = 1_000;

	private static final Comparator<Json> BY_ARRIVAL = Comparator
		.comparingLong((key) -> key.at("create_revision").number());

	private final EtcdSettings settings;

	private final LockKeys keys;

	private final LockClock clock;

	private final HttpClients http;

	private final AtomicLong places = new AtomicLong();

	private final ConcurrentMap<String, CompletableFuture<?>> leaving = new ConcurrentHashMap<>();

	private volatile @Nullable Connection connection;

	private volatile @Nullable Listener listener;

	/**
	 * Creates the directory, not connected.
	 * @param settings where it is
	 * @param keyPrefix one for each application and environment that share it
	 * @param holderLabel who this instance is, for people: application name, host,
	 * process id
	 * @param clock the clocks of this JVM
	 */
	public EtcdDirectory(EtcdSettings settings, String keyPrefix, String holderLabel, LockClock clock) {
		this(settings, keyPrefix, holderLabel, clock, HttpClients.OF_THE_JDK);
	}

	/**
	 * Creates a directory whose requests go another way, not connected.
	 * @param settings where it is
	 * @param keyPrefix one for each application and environment that share it
	 * @param holderLabel who this instance is, for people
	 * @param clock the clocks of this JVM
	 * @param http makes what sends the requests
	 */
	public EtcdDirectory(EtcdSettings settings, String keyPrefix, String holderLabel, LockClock clock,
			HttpClients http) {
		this.settings = settings;
		this.keys = new LockKeys(settings.root(), keyPrefix, holderLabel);
		this.clock = clock;
		this.http = http;
	}

	@Override
	public String label() {
		return "etcd at " + String.join(",", this.settings.endpoints());
	}

	@Override
	public String kind() {
		return "etcd";
	}

	@Override
	public String properties() {
		return "distributed-lock.etcd.*";
	}

	@Override
	public String sessionProperty() {
		return "etcd.session-ttl";
	}

	@Override
	public Duration sessionTimeout() {
		Connection open = this.connection;
		return (open != null) ? open.sessionTimeout() : this.settings.sessionTtl();
	}

	@Override
	public CompletableFuture<?> start(String clientId, ScheduledExecutorService timers, Listener told) {
		Connection opened = new Connection(this.settings, this.keys, clientId, label(), this.clock,
				new Gateway(this.settings, timers, this.http), timers, told);
		this.listener = told;
		this.connection = opened;
		return opened.start();
	}

	@Override
	public void stop(boolean farewell) {
		Connection last = this.connection;
		this.connection = null;
		if (last != null) {
			last.stop(farewell);
		}
		this.leaving.clear();
	}

	@Override
	public StoreState.Link state() {
		Connection open = this.connection;
		return (open != null) ? open.state() : StoreState.Link.UNKNOWN;
	}

	@Override
	public Moment lastHeard(Moment now) {
		Connection open = this.connection;
		Life life = (open != null) ? open.life() : null;
		return (life != null) ? life.heard() : now;
	}

	@Nullable Connection connection() {
		return this.connection;
	}

	private <T> CompletionStage<T> ask(Function<Connection, CompletableFuture<T>> request) {
		Connection open = this.connection;
		if (open == null) {
			return CompletableFuture
				.failedStage(new StoreException(StoreException.Outcome.NOT_SENT, "the connection is closed", null));
		}
		return request.apply(open).exceptionally((failure) -> {
			EtcdException cause = EtcdException.of(failure);
			throw new StoreException(cause.outcome(), String.valueOf(cause.getMessage()), cause);
		});
	}

	@Override
	public CompletionStage<Taken> take(String name, String id, @Nullable Place instead) {
		String lock = this.keys.lock(name);
		Place place = LockKeys.place(lock, id, this.places.incrementAndGet());
		String value = this.keys.placeValue(name);
		return ask((open) -> open.write((fence) -> Requests.take(fence, place, value, instead, lock))
			.thenApply((answer) -> taken(answer, place, instead)));
	}

	private static Taken taken(Json answer, Place place, @Nullable Place instead) {
		List<Json> responses = succeeded(answer).at("responses").items();
		boolean replaced = instead != null && responses.get(0).at("response_delete_range").at("deleted").number() > 0;
		List<Place> line = line(responses.get(responses.size() - 1).at("response_range"));
		return new Taken(place, answer.at("header").at("revision").number(), replaced, line);
	}

	private static Json succeeded(Json answer) {
		if (!answer.at("succeeded").isTrue()) {
			throw new EtcdException(StoreException.Outcome.UNKNOWN, "it was not executed", null);
		}
		return answer;
	}

	private static List<Place> line(Json range) {
		return range.at("kvs")
			.items()
			.stream()
			.sorted(BY_ARRIVAL)
			.map((key) -> LockKeys.place(key.at("key").decoded()))
			.toList();
	}

	@Override
	public CompletionStage<List<Place>> line(String name) {
		return ask((open) -> open.read("kv/range", Requests.keys(this.keys.lock(name))).thenApply(EtcdDirectory::line));
	}

	/**
	 * What this instance has sent before is executed by now, or never.
	 */
	@Override
	public CompletionStage<List<Place>> lineNow(String name) {
		String lock = this.keys.lock(name);
		CompletableFuture<?> before = this.leaving.getOrDefault(lock, CompletableFuture.completedFuture(true));
		return ask((open) -> before.handle((left, failure) -> true)
			.thenCompose((ended) -> open.write((fence) -> Requests.bar(fence, lock)))
			.thenApply((answer) -> line(succeeded(answer).at("responses").items().get(1).at("response_range"))));
	}

	@Override
	public CompletionStage<Boolean> leave(Place place) {
		CompletableFuture<Boolean> left = new CompletableFuture<>();
		String lock = LockKeys.lockOf(place);
		CompletableFuture<?> all = this.leaving.merge(lock, left,
				(before, last) -> CompletableFuture.allOf(before.handle((done, failure) -> true), last));
		all.whenComplete((done, failure) -> this.leaving.remove(lock, all));
		ask((open) -> open.write((fence) -> Requests.leave(fence, place))
			.thenApply((answer) -> succeeded(answer).at("responses")
				.items()
				.get(0)
				.at("response_delete_range")
				.at("deleted")
				.number() > 0))
			.whenComplete((was, failure) -> {
				if (failure != null) {
					left.completeExceptionally(EtcdException.cause(failure));
				}
				else {
					left.complete(was);
				}
			});
		return left;
	}

	@Override
	public List<CompletionStage<Boolean>> check(List<Place> all) {
		List<CompletionStage<Boolean>> answers = new ArrayList<>();
		for (int begin = 0; begin < all.size(); begin += PLACES_OF_A_TRANSACTION) {
			List<String> part = all.subList(begin, Math.min(begin + PLACES_OF_A_TRANSACTION, all.size()))
				.stream()
				.map(Place::key)
				.toList();
			CompletionStage<List<Json>> counts = ask((open) -> open.read("kv/txn", Requests.counts(part))
				.thenApply((answer) -> answer.at("responses").items()));
			for (int i = 0; i < part.size(); i++) {
				int index = i;
				answers
					.add(counts.thenApply((found) -> found.get(index).at("response_range").at("count").number() > 0));
			}
		}
		return answers;
	}

	@Override
	public CompletionStage<Boolean> mark(Place place, long millis) {
		String value = this.keys.markedValue(millis);
		return ask((open) -> open.write((fence) -> Requests.mark(fence, place, value))
			.thenApply((answer) -> answer.at("succeeded").isTrue()));
	}

	@Override
	public CompletionStage<Optional<Note>> read(Place place) {
		return ask((open) -> open.read("kv/range", Requests.get(place.key()))
			.thenApply((answer) -> answer.at("kvs")
				.items()
				.stream()
				.findFirst()
				.map((key) -> LockKeys.note(key.at("value").decoded(), key.at("create_revision").number()))));
	}

	@Override
	public void watch(String name, Place place) {
		Connection open = this.connection;
		Listener told = this.listener;
		if (open != null && told != null) {
			open.changes().watch(name, place);
			look(open, told, name, place);
		}
	}

	private void look(Connection open, Listener told, String name, Place place) {
		read(place).whenComplete((note, failure) -> {
			if (failure != null) {
				open.tasks().after(AGAIN_MILLIS, () -> {
					if (open.changes().isWatched(place)) {
						look(open, told, name, place);
					}
				});
			}
			else if (note.isEmpty()) {
				open.changes().gone(place.key());
			}
			else if (note.get().markedMillis() > 0) {
				told.marked(name, place, note.get().markedMillis());
			}
		});
	}

}

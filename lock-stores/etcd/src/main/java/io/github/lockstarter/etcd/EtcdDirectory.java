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
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.session.Directory;
import io.github.lockstarter.session.Place;
import io.github.lockstarter.session.PlaceKind;
import io.github.lockstarter.session.http.HttpClients;
import io.github.lockstarter.session.http.Json;
import io.github.lockstarter.session.http.RequestException;
import io.github.lockstarter.store.Credentials;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreState;

/**
 * The lines of the locks in etcd. A place is a key with the lease of the instance, and
 * its number is the revision that created it. All reads are linearizable.
 */
public final class EtcdDirectory implements Directory {

	// Below etcd's limit of 128 operations in one transaction (--max-txn-ops).
	private static final int PLACES_OF_A_TRANSACTION = 100;

	private static final long AGAIN_MILLIS = 1_000;

	private static final Comparator<Place> BY_ARRIVAL = Comparator.comparingLong(LockKeys::revisionOf);

	private final EtcdSettings settings;

	private final Supplier<Credentials> credentials;

	private final Duration patience;

	private final LockKeys keys;

	private final LockClock clock;

	private final HttpClients http;

	private final ConcurrentMap<String, CompletableFuture<?>> leaving = new ConcurrentHashMap<>();

	private volatile @Nullable Connection connection;

	private volatile @Nullable Listener listener;

	/**
	 * Creates the directory, not connected.
	 * @param settings the settings of this store
	 * @param keyPrefix one for each application and environment that share the cluster
	 * @param holderLabel the label of this instance: application name, host, process id
	 * @param clock the clocks of this JVM
	 */
	public EtcdDirectory(EtcdSettings settings, String keyPrefix, String holderLabel, LockClock clock) {
		this(settings, keyPrefix, holderLabel, clock, HttpClients.OF_THE_JDK);
	}

	/**
	 * Creates a directory whose credentials may be rotated, not connected.
	 * @param settings the settings, with the initial credentials
	 * @param credentials called for each login
	 * @param keyPrefix one for each application and environment that share the cluster
	 * @param holderLabel the label of this instance
	 * @param clock the clocks of this JVM
	 */
	public EtcdDirectory(EtcdSettings settings, Supplier<Credentials> credentials, String keyPrefix, String holderLabel,
			LockClock clock) {
		this(settings, credentials, Gateway.patience(settings.sessionTtl()), keyPrefix, holderLabel, clock,
				HttpClients.OF_THE_JDK);
	}

	/**
	 * Creates a directory with another HTTP client, not connected.
	 * @param settings the settings of this store
	 * @param keyPrefix one for each application and environment that share the cluster
	 * @param holderLabel the label of this instance
	 * @param clock the clocks of this JVM
	 * @param http creates the clients
	 */
	public EtcdDirectory(EtcdSettings settings, String keyPrefix, String holderLabel, LockClock clock,
			HttpClients http) {
		this(settings, () -> new Credentials(settings.username(), settings.password()),
				Gateway.patience(settings.sessionTtl()), keyPrefix, holderLabel, clock, http);
	}

	EtcdDirectory(EtcdSettings settings, Supplier<Credentials> credentials, Duration patience, String keyPrefix,
			String holderLabel, LockClock clock, HttpClients http) {
		this.settings = settings;
		this.credentials = credentials;
		this.patience = patience;
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
				new Gateway(this.settings, this.credentials, this.patience, timers, this.clock, this.http), timers,
				told);
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
			throw RequestException.toStoreException(failure);
		});
	}

	@Override
	public CompletionStage<Taken> take(String name, String id, PlaceKind kind, @Nullable Place instead) {
		String lock = this.keys.lock(name);
		String value = this.keys.placeValue(id, name);
		return ask((open) -> open.inSession((session) -> {
			String key = session.slots().take(lock, kind);
			// A place whose key is free is gone.
			Place before = (instead != null && LockKeys.keyOf(instead).equals(key)) ? null : instead;
			return take(open, session, key, value, before).whenComplete((taken, failure) -> {
				if (taken != null) {
					session.slots().seen(lock, taken.line(), taken.number(), false);
				}
				else if (EtcdException.of(failure).outcome() != StoreException.Outcome.UNKNOWN) {
					session.slots().refused(lock, key);
				}
			});
		}));
	}

	private static CompletableFuture<Taken> take(Connection open, Life session, String key, String value,
			@Nullable Place instead) {
		return open.write(session, (fence) -> Requests.take(fence, key, value, instead)).thenCompose((answer) -> {
			if (instead != null && !answer.at("succeeded").isTrue()) {
				// The place to replace is gone.
				return take(open, session, key, value, null);
			}
			List<Json> responses = succeeded(answer).at("responses").items();
			List<Place> line = line(responses.get(responses.size() - 1).at("response_range"));
			Place place = LockKeys.place(key, value, revision(answer));
			return CompletableFuture
				.completedFuture(new Taken(place, LockKeys.revisionOf(place), instead != null, line));
		});
	}

	private static long revision(Json answer) {
		return answer.at("header").at("revision").number();
	}

	private static Json succeeded(Json answer) {
		if (!answer.at("succeeded").isTrue()) {
			throw new EtcdException(StoreException.Outcome.UNKNOWN, "the request was not executed", null);
		}
		return answer;
	}

	private static List<Place> line(Json range) {
		return range.at("kvs").items().stream().map(LockKeys::place).sorted(BY_ARRIVAL).toList();
	}

	@Override
	public CompletionStage<List<Place>> line(String name) {
		String lock = this.keys.lock(name);
		return ask((open) -> open.inSession((session) -> open.read("kv/range", Requests.all(lock))
			.thenApply((answer) -> seen(session, lock, line(answer), revision(answer), false))));
	}

	private static List<Place> seen(Life session, String lock, List<Place> line, long revision, boolean settled) {
		session.slots().seen(lock, line, revision, settled);
		return line;
	}

	// Requests that this instance sent earlier have been executed by now, or never will
	// be.
	@Override
	public CompletionStage<List<Place>> lineNow(String name) {
		String lock = this.keys.lock(name);
		CompletableFuture<?> before = this.leaving.getOrDefault(lock, CompletableFuture.completedFuture(true));
		return ask((open) -> before.handle((left, failure) -> true)
			.thenCompose(
					(ended) -> open.inSession((session) -> open.write(session, (fence) -> Requests.bar(fence, lock))
						.thenApply((answer) -> seen(session, lock,
								line(succeeded(answer).at("responses").items().get(1).at("response_range")),
								revision(answer), true)))));
	}

	@Override
	public CompletionStage<Boolean> leave(Place place) {
		CompletableFuture<Boolean> left = new CompletableFuture<>();
		String lock = LockKeys.lockOf(place);
		CompletableFuture<?> all = this.leaving.merge(lock, left,
				(before, last) -> CompletableFuture.allOf(before.handle((done, failure) -> true), last));
		all.whenComplete((done, failure) -> this.leaving.remove(lock, all));
		ask((open) -> open
			.inSession((session) -> open.write(session, (fence) -> Requests.leave(fence, place)).thenApply((answer) -> {
				session.slots().left(place);
				return answer.at("succeeded").isTrue();
			}))).whenComplete((was, failure) -> {
				if (failure != null) {
					left.completeExceptionally(RequestException.cause(failure));
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
			List<Place> part = all.subList(begin, Math.min(begin + PLACES_OF_A_TRANSACTION, all.size()));
			CompletionStage<List<Json>> found = ask((open) -> open.read("kv/txn", Requests.places(part))
				.thenApply((answer) -> answer.at("responses").items()));
			for (int i = 0; i < part.size(); i++) {
				int index = i;
				answers.add(found
					.thenApply((each) -> find(part.get(index), each.get(index).at("response_range")).isPresent()));
			}
		}
		return answers;
	}

	@Override
	public CompletionStage<Boolean> mark(Place place, long millis) {
		String value = this.keys.markedValue(place.id(), millis);
		return ask((open) -> open.write((fence) -> Requests.mark(fence, place, value))
			.thenApply((answer) -> answer.at("succeeded").isTrue()));
	}

	@Override
	public CompletionStage<Optional<Note>> read(Place place) {
		return ask((open) -> open.read("kv/range", Requests.get(LockKeys.keyOf(place)))
			.thenApply((answer) -> find(place, answer)
				.map((found) -> LockKeys.note(found.at("value").decoded(), LockKeys.revisionOf(place)))));
	}

	// Empty if the key has been used again.
	private static Optional<Json> find(Place place, Json range) {
		return range.at("kvs")
			.items()
			.stream()
			.filter((found) -> found.at("create_revision").number() == LockKeys.revisionOf(place))
			.findFirst();
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
				open.changes().gone(place);
			}
			else if (note.get().markedMillis() > 0) {
				told.marked(name, place, note.get().markedMillis());
			}
		});
	}

}

package io.github.lockstarter.consul;

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
import io.github.lockstarter.session.http.MemberGateway;
import io.github.lockstarter.session.http.PlaceKeys;
import io.github.lockstarter.session.http.RequestException;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.store.StoreState;

/**
 * The lines of the locks in Consul. A place is a key that is locked by the session of the
 * instance, and its number is the raft index that created it. All reads are consistent.
 */
public final class ConsulDirectory implements Directory {

	private static final Comparator<Place> BY_ARRIVAL = Comparator.comparingLong(PlaceKeys::numberOf);

	private final ConsulSettings settings;

	private final Supplier<@Nullable String> tokens;

	private final Duration patience;

	private final PlaceKeys keys;

	private final String holderLabel;

	private final LockClock clock;

	private final HttpClients http;

	private final ConcurrentMap<String, CompletableFuture<?>> leaving = new ConcurrentHashMap<>();

	private volatile @Nullable Connection connection;

	/**
	 * Creates the directory, not connected.
	 * @param settings the settings of this store
	 * @param keyPrefix one for each application and environment that share the servers
	 * @param holderLabel the label of this instance: application name, host, process id
	 * @param clock the clocks of this JVM
	 */
	public ConsulDirectory(ConsulSettings settings, String keyPrefix, String holderLabel, LockClock clock) {
		this(settings, settings::token, keyPrefix, holderLabel, clock);
	}

	/**
	 * Creates a directory whose token may be rotated, not connected.
	 * @param settings the settings, with the initial token
	 * @param tokens called when a token has been refused
	 * @param keyPrefix one for each application and environment that share the servers
	 * @param holderLabel the label of this instance
	 * @param clock the clocks of this JVM
	 */
	public ConsulDirectory(ConsulSettings settings, Supplier<@Nullable String> tokens, String keyPrefix,
			String holderLabel, LockClock clock) {
		this(settings, tokens, MemberGateway.patience(settings.sessionTtl()), keyPrefix, holderLabel, clock,
				HttpClients.OF_THE_JDK);
	}

	ConsulDirectory(ConsulSettings settings, Supplier<@Nullable String> tokens, Duration patience, String keyPrefix,
			String holderLabel, LockClock clock, HttpClients http) {
		this.settings = settings;
		this.tokens = tokens;
		this.patience = patience;
		this.keys = new PlaceKeys(settings.root(), keyPrefix, holderLabel);
		this.holderLabel = holderLabel;
		this.clock = clock;
		this.http = http;
	}

	@Override
	public String label() {
		return "Consul at " + String.join(",", this.settings.endpoints());
	}

	@Override
	public String kind() {
		return "consul";
	}

	@Override
	public String properties() {
		return "distributed-lock.consul.*";
	}

	@Override
	public String sessionProperty() {
		return "consul.session-ttl";
	}

	@Override
	public Duration sessionTimeout() {
		return this.settings.sessionTtl();
	}

	@Override
	public CompletableFuture<?> start(String clientId, ScheduledExecutorService timers, Listener told) {
		ConsulGateway gateway = new ConsulGateway(this.settings, this.tokens, this.patience, timers, this.clock,
				this.http);
		Connection opened = new Connection(this.settings, this.keys, clientId, this.holderLabel, label(), this.clock,
				gateway, timers, told);
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
		Life life = (open != null) ? open.session() : null;
		return (life != null) ? life.heard() : now;
	}

	@Nullable Connection connection() {
		return this.connection;
	}

	private <T> CompletionStage<T> ask(Function<Connection, CompletableFuture<T>> request) {
		Connection open = this.connection;
		if (open == null) {
			return CompletableFuture
				.failedStage(new StoreException(Outcome.NOT_SENT, "the connection is closed", null));
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
			Place before = (instead != null && PlaceKeys.keyOf(instead).equals(key)) ? null : instead;
			open.polls().guard(session);
			return take(open, session, key, value, before).whenComplete((taken, failure) -> {
				if (taken != null) {
					session.saw(taken.number());
					session.slots().seen(lock, taken.line(), taken.number(), false);
				}
				else if (RequestException.from(failure).outcome() != Outcome.UNKNOWN) {
					session.slots().refused(lock, key);
				}
			});
		}));
	}

	// In one step: creates the place if its key is free, deletes the place that it
	// replaces, and reads the line. Two places in one step would have the same number.
	private static CompletableFuture<Taken> take(Connection open, Life session, String key, String value,
			@Nullable Place instead) {
		String lock = PlaceKeys.lockOf(key);
		return open.write(session, () -> {
			List<String> operations = new ArrayList<>();
			if (instead != null) {
				operations.add(Operations.checkIndex(PlaceKeys.keyOf(instead), session.indexOf(instead)));
				operations.add(Operations.delete(PlaceKeys.keyOf(instead), session.indexOf(instead)));
			}
			operations.add(Operations.checkAbsent(key));
			operations.add(Operations.lock(key, session.id(), value));
			operations.add(Operations.tree(lock));
			return operations;
		}).handle((results, failure) -> {
			if (failure == null) {
				return CompletableFuture.completedFuture(taken(key, line(lock, results), instead != null));
			}
			if (instead != null && RequestException.cause(failure) instanceof ConsulConflict conflict
					&& conflict.isAt(1)) {
				return locate(open, session, instead)
					.thenCompose((there) -> take(open, session, key, value, there ? instead : null));
			}
			return CompletableFuture.<Taken>failedFuture(failure);
		}).thenCompose(Function.identity());
	}

	private static Taken taken(String key, List<Place> line, boolean replaced) {
		Place place = line.stream()
			.filter((one) -> PlaceKeys.keyOf(one).equals(key))
			.findFirst()
			.orElseThrow(ConsulDirectory::hidden);
		return new Taken(place, PlaceKeys.numberOf(place), replaced, line);
	}

	// Consul omits keys that the token may not read: a line without them looks free.
	private static RequestException hidden() {
		return new RequestException(Outcome.REJECTED, "it hides keys" + ConsulRefusal.PREFIX, null);
	}

	// The answers of conditions have no value.
	private static List<Place> line(String lock, List<Json> results) {
		return results.stream()
			.map((result) -> result.at("KV"))
			.filter((found) -> found.at("Key").text().startsWith(lock) && !found.at("Value").text().isEmpty())
			.map(ConsulDirectory::place)
			.sorted(BY_ARRIVAL)
			.toList();
	}

	private static Place place(Json found) {
		return PlaceKeys.place(found.at("Key").text(), found.at("Value").decoded(), found.at("CreateIndex").number());
	}

	// Reads where the ModifyIndex of a place is now; false if it does not exist.
	private static CompletableFuture<Boolean> locate(Connection open, Life session, Place place) {
		return open.gateway().read(PlaceKeys.keyOf(place)).thenApply((answer) -> {
			Optional<Json> found = find(place, answer);
			found.ifPresent((there) -> session.rewrote(place, there.at("ModifyIndex").number()));
			return found.isPresent();
		});
	}

	// Empty if the key has been used again.
	private static Optional<Json> find(Place place, ConsulAnswer answer) {
		return answer.key().filter((found) -> found.at("CreateIndex").number() == PlaceKeys.numberOf(place));
	}

	static Optional<Note> note(Place place, ConsulAnswer answer) {
		return find(place, answer)
			.map((found) -> PlaceKeys.note(found.at("Value").decoded(), PlaceKeys.numberOf(place)));
	}

	// Reads the own session key, too: if that is missing, Consul hides keys.
	@Override
	public CompletionStage<List<Place>> line(String name) {
		String lock = this.keys.lock(name);
		return ask((open) -> open.inSession((session) -> {
			long index = session.largestIndex();
			return open.gateway()
				.reads(Operations.all(List.of(Operations.get(session.key()), Operations.tree(lock))))
				.thenCompose((answer) -> {
					if (answer.isConflict()) {
						ConsulConflict conflict = open.conflict(session, answer);
						return open.confirm(session, open.gateway()::read).thenApply((there) -> {
							throw conflict;
						});
					}
					List<Json> results = answer.json().at("Results").items();
					if (results.isEmpty() || !results.get(0).at("KV").at("Key").text().equals(session.key())) {
						open.gateway().refreshToken();
						throw hidden();
					}
					List<Place> line = line(lock, results);
					session.slots().seen(lock, line, index, false);
					return CompletableFuture.completedFuture(line);
				});
		}));
	}

	// Requests that this instance sent earlier have been executed by now, or never will
	// be.
	@Override
	public CompletionStage<List<Place>> lineNow(String name) {
		String lock = this.keys.lock(name);
		CompletableFuture<?> before = this.leaving.getOrDefault(lock, CompletableFuture.completedFuture(true));
		return ask((open) -> before.handle((left, failure) -> true)
			.thenCompose((ended) -> open.inSession((session) -> open.bar(session, lock).thenApply((results) -> {
				List<Place> line = line(lock, results);
				session.slots().seen(lock, line, session.largestIndex(), true);
				return line;
			}))));
	}

	@Override
	public CompletionStage<Boolean> leave(Place place) {
		CompletableFuture<Boolean> left = new CompletableFuture<>();
		String lock = PlaceKeys.lockOf(place);
		CompletableFuture<?> all = this.leaving.merge(lock, left,
				(before, last) -> CompletableFuture.allOf(before.handle((done, failure) -> true), last));
		all.whenComplete((done, failure) -> this.leaving.remove(lock, all));
		ask((open) -> open.inSession((session) -> change(open, session, place,
				() -> Operations.delete(PlaceKeys.keyOf(place), session.indexOf(place)))
			.thenApply((results) -> {
				session.gone(place);
				return results.isPresent();
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

	// Empty if the place does not exist.
	private static CompletableFuture<Optional<List<Json>>> change(Connection open, Life session, Place place,
			Supplier<String> operation) {
		String key = PlaceKeys.keyOf(place);
		long[] index = new long[1];
		return open.write(session, () -> {
			index[0] = session.indexOf(place);
			return List.of(Operations.checkIndex(key, index[0]), operation.get());
		}).handle((results, failure) -> {
			if (failure == null) {
				return CompletableFuture.completedFuture(Optional.of(results));
			}
			if (!(RequestException.cause(failure) instanceof ConsulConflict conflict)) {
				return CompletableFuture.<Optional<List<Json>>>failedFuture(failure);
			}
			return locate(open, session, place).thenCompose((there) -> {
				if (!there) {
					return CompletableFuture.completedFuture(Optional.<List<Json>>empty());
				}
				if (session.indexOf(place) == index[0]) {
					throw conflict;
				}
				return change(open, session, place, operation);
			});
		}).thenCompose(Function.identity());
	}

	@Override
	public List<CompletionStage<Boolean>> check(List<Place> all) {
		List<CompletionStage<Boolean>> answers = new ArrayList<>();
		for (int begin = 0; begin < all.size(); begin += Operations.MOST) {
			List<Place> part = all.subList(begin, Math.min(begin + Operations.MOST, all.size()));
			CompletionStage<List<Boolean>> found = ask(
					(open) -> open.inSession((session) -> check(open, session, part)));
			for (int i = 0; i < part.size(); i++) {
				int index = i;
				answers.add(found.thenApply((each) -> each.get(index)));
			}
		}
		return answers;
	}

	private static CompletableFuture<List<Boolean>> check(Connection open, Life session, List<Place> places) {
		List<String> operations = places.stream()
			.map((place) -> Operations.checkIndex(PlaceKeys.keyOf(place), session.indexOf(place)))
			.toList();
		return open.gateway().reads(Operations.all(operations)).thenCompose((answer) -> {
			// All failed conditions are listed; the other places exist.
			ConsulConflict conflict = answer.isConflict() ? open.conflict(session, answer) : null;
			List<CompletableFuture<Boolean>> each = new ArrayList<>();
			for (int i = 0; i < places.size(); i++) {
				each.add((conflict != null && conflict.isAt(i)) ? locate(open, session, places.get(i))
						: CompletableFuture.completedFuture(true));
			}
			return CompletableFuture.allOf(each.toArray(CompletableFuture[]::new))
				.thenApply((done) -> each.stream().map(CompletableFuture::join).toList());
		});
	}

	@Override
	public CompletionStage<Boolean> mark(Place place, long millis) {
		String key = PlaceKeys.keyOf(place);
		String value = this.keys.markedValue(place.id(), millis);
		return ask((open) -> open
			.inSession((session) -> change(open, session, place, () -> Operations.lock(key, session.id(), value))
				.thenApply((results) -> {
					results.ifPresent((all) -> all.stream()
						.filter((result) -> result.at("KV").at("Key").text().equals(key))
						.mapToLong((result) -> result.at("KV").at("ModifyIndex").number())
						.max()
						.ifPresent((index) -> session.rewrote(place, index)));
					return results.isPresent();
				})));
	}

	@Override
	public CompletionStage<Optional<Note>> read(Place place) {
		return ask((open) -> open.inSession(
				(session) -> open.gateway().read(PlaceKeys.keyOf(place)).thenApply((answer) -> note(place, answer))));
	}

	@Override
	public void watch(String name, Place place) {
		Connection open = this.connection;
		if (open != null) {
			open.polls().watch(name, place);
		}
	}

}

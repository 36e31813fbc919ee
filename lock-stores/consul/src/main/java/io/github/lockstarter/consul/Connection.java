package io.github.lockstarter.consul;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.session.Directory;
import io.github.lockstarter.session.http.Json;
import io.github.lockstarter.session.http.PlaceKeys;
import io.github.lockstarter.session.http.RequestException;
import io.github.lockstarter.session.http.SessionKeeper;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.text.DurationText;

/**
 * Keeps a session with Consul from start to stop, and sends requests in it.
 */
final class Connection extends SessionKeeper<Life> {

	private static final Logger logger = LoggerFactory.getLogger(Connection.class);

	private final ConsulSettings settings;

	private final PlaceKeys keys;

	private final String clientId;

	private final String holder;

	private final String label;

	private final LockClock clock;

	private final ConsulGateway gateway;

	private final Polls polls;

	// Makes the value of the session key another one each time: writing the same value
	// again would not change its index.
	private final AtomicLong bars = new AtomicLong();

	// Used by the timer thread only:

	private final List<String> givenUp = new ArrayList<>();

	private long lastIndex;

	Connection(ConsulSettings settings, PlaceKeys keys, String clientId, String holder, String label, LockClock clock,
			ConsulGateway gateway, ScheduledExecutorService timers, Directory.Listener listener) {
		super(label, clock, gateway, timers, listener);
		this.settings = settings;
		this.keys = keys;
		this.clientId = clientId;
		this.holder = holder;
		this.label = label;
		this.clock = clock;
		this.gateway = gateway;
		this.polls = new Polls(this, settings.sessionTtl(), tasks(), listener);
	}

	Polls polls() {
		return this.polls;
	}

	ConsulGateway gateway() {
		return this.gateway;
	}

	@Override
	protected Duration sessionTimeout() {
		return this.settings.sessionTtl();
	}

	/**
	 * Executes a transaction unless a later bar has overtaken it. Fails with a
	 * {@link ConsulConflict} if a condition fails; the operations begin at index 1.
	 */
	CompletableFuture<List<Json>> write(Life now, Supplier<List<String>> operations) {
		long[] fence = new long[1];
		return this.gateway.transaction(() -> {
			fence[0] = now.fence();
			List<String> all = new ArrayList<>(List.of(Operations.checkIndex(now.key(), fence[0])));
			all.addAll(operations.get());
			return Operations.all(all);
		}).thenCompose((answer) -> {
			if (!answer.isConflict()) {
				return CompletableFuture.completedFuture(answer.json().at("Results").items());
			}
			ConsulConflict conflict = conflict(now, answer);
			if (!conflict.isAt(0)) {
				throw conflict;
			}
			// A later bar was executed first, so this one was not executed.
			return (now.fence() != fence[0]) ? write(now, operations)
					: confirm(now, this.gateway::read).thenCompose((there) -> {
						if (now.fence() == fence[0]) {
							throw conflict;
						}
						return write(now, operations);
					});
		});
	}

	// Also the reason why a read has failed.
	ConsulConflict conflict(Life now, ConsulAnswer answer) {
		try {
			return ConsulConflict.of(answer);
		}
		catch (RequestException ex) {
			if (ex.isSessionGone()) {
				tasks().run(() -> over(now));
			}
			throw ex;
		}
	}

	// All earlier requests have been executed by now, or never will be.
	CompletableFuture<List<Json>> bar(Life now, String lock) {
		return write(now, () -> List.of(Operations.lock(now.key(), now.id(), nextBar()), Operations.tree(lock)))
			.thenApply((results) -> {
				raiseFence(now, results);
				return results;
			});
	}

	private static void raiseFence(Life now, List<Json> results) {
		results.stream()
			.filter((result) -> result.at("KV").at("Key").text().equals(now.key()))
			.mapToLong((result) -> result.at("KV").at("ModifyIndex").number())
			.max()
			.ifPresent(now::raiseFence);
	}

	private String nextBar() {
		return Long.toString(this.bars.incrementAndGet());
	}

	/**
	 * Reads the session key by a majority: the session exists at that moment. A smaller
	 * index than before shows servers that have lost data.
	 */
	CompletableFuture<Boolean> confirm(Life now, Function<String, CompletableFuture<ConsulAnswer>> read) {
		long before = now.fence();
		return read.apply(now.key()).thenApply((answer) -> {
			Json found = answer.key().orElse(null);
			if (found == null || found.at("ModifyIndex").number() < before) {
				tasks().run(() -> over(now));
				throw RequestException.sessionGone();
			}
			now.raiseFence(found.at("ModifyIndex").number());
			return true;
		});
	}

	@Override
	protected CompletableFuture<?> begin() {
		Moment sent = this.clock.now();
		String node = this.settings.node();
		return this.gateway.put("catalog/register", Operations.node(node)).handle((registered, failure) -> {
			RequestException cause = (failure != null) ? RequestException.from(failure) : null;
			if (cause != null && cause.outcome() != Outcome.REJECTED) {
				throw cause;
			}
			// Without the right to register it, an administrator may have done so.
			return true;
		})
			.thenCompose((registered) -> this.gateway.put("session/create",
					Operations.session(node, this.settings.sessionTtl().toSeconds(), this.holder)))
			.whenComplete((created, failure) -> refuseStart(failure))
			.thenCompose((created) -> begin(created.json().at("ID").text(), sent));
	}

	private void refuseStart(@Nullable Throwable failure) {
		String message = (failure != null) ? String.valueOf(RequestException.cause(failure).getMessage()) : "";
		if (message.contains("Invalid Session TTL")) {
			refuseStart(LockStartException.ofProperty("consul.session-ttl", DurationText.of(this.settings.sessionTtl()),
					"must be within the limits of the servers (session_ttl_min): " + message));
		}
	}

	private CompletableFuture<Boolean> begin(String id, Moment sent) {
		String key = this.keys.session(this.clientId, id);
		return this.gateway.transactionFirst(Operations.all(List.of(Operations.lock(key, id, nextBar()))))
			.thenApply((answer) -> {
				if (answer.isConflict()) {
					throw ConsulConflict.of(answer);
				}
				long index = answer.json().at("Results").items().get(0).at("KV").at("ModifyIndex").number();
				return new Life(id, key, index, sent);
			})
			.whenComplete((begun, failure) -> {
				if (failure != null) {
					destroy(id);
				}
			})
			.thenCompose(this::begun);
	}

	@Override
	protected void onBegun(Life begun) {
		this.givenUp.forEach(this::destroy);
		this.givenUp.clear();
	}

	@Override
	protected void afterBegun(Life begun) {
		long before = this.lastIndex;
		this.lastIndex = begun.fence();
		if (begun.fence() < before) {
			logger.warn(this.label + " was at index " + before + " and is at " + begun.fence()
					+ ": it was restored or rebuilt, and fencing tokens would decrease. Stop all instances, and raise "
					+ "distributed-lock.consul.token-offset.");
		}
	}

	/**
	 * A leader that was replaced while it hung answers renewals from its memory. So a
	 * renewal counts when a majority has answered a read after it, and from the time
	 * before it was sent. After a whole TTL without one, the session may be about to end
	 * at the true leader: another one proves by its place in the log that it lives.
	 */
	@Override
	protected CompletableFuture<?> keepAlive(Life now) {
		Moment sent = this.clock.now();
		// By the clock that says more: the monotonic one may have been suspended.
		if (-sent.nanosUntil(now.heard()) > this.settings.sessionTtl().toNanos()) {
			this.givenUp.add(now.id());
			giveUp(now);
			return CompletableFuture.completedFuture(true);
		}
		return this.gateway.put("session/renew/" + now.id(), "").thenCompose((renewed) -> {
			if (renewed.isMissing()) {
				// A leader that was just started answers from memory before it has read
				// its log.
				return confirm(now, this.gateway::readFirst).thenApply((there) -> {
					throw new RequestException(Outcome.UNKNOWN, "its leader does not know the session yet", null);
				});
			}
			return now.hasLeft() ? rewrite(now) : confirm(now, this.gateway::readFirst);
		}).thenApply((there) -> {
			now.heard(sent);
			tasks().run(this::up);
			return true;
		});
	}

	// A snapshot from before has an older index of the session key, and the places that
	// were left since. So its restore ends the session, and these places with it.
	private CompletableFuture<Boolean> rewrite(Life now) {
		now.left(false);
		String operations = Operations.all(List.of(Operations.checkIndex(now.key(), now.fence()),
				Operations.lock(now.key(), now.id(), nextBar())));
		return this.gateway.transactionFirst(operations).thenCompose((answer) -> {
			if (!answer.isConflict()) {
				raiseFence(now, answer.json().at("Results").items());
				return CompletableFuture.completedFuture(true);
			}
			// A bar was executed first, unless the key is gone or older.
			conflict(now, answer);
			return confirm(now, this.gateway::readFirst);
		}).whenComplete((there, failure) -> {
			if (failure != null) {
				now.left(true);
			}
		});
	}

	@Override
	protected CompletableFuture<?> farewell(Life last) {
		return destroy(last.id());
	}

	private CompletableFuture<?> destroy(String id) {
		return this.gateway.put("session/destroy/" + id, "");
	}

	@Override
	protected void onOver(Life ended) {
		this.lastIndex = Math.max(this.lastIndex, ended.largestIndex());
		this.polls.clear();
	}

	@Override
	protected void onTrouble() {
		this.polls.follow();
	}

	@Override
	protected void onStop() {
		this.polls.close();
	}

}

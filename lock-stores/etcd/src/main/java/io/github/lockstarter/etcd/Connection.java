package io.github.lockstarter.etcd;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.session.Directory;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.RefusedConnections;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.store.StoreState;

/**
 * Keeps a session with etcd from start to stop: begins one after each that has ended,
 * keeps it alive, and sends requests in it.
 */
final class Connection {

	private static final int SIGNS_OF_A_SESSION = 9;

	// Firewalls forget quiet connections, however long the session is.
	private static final long LONGEST_SILENCE = 5_000;

	private static final String NOT_YET = "not connected yet";

	private static final int TERMS = 2;

	private static final long SHORTEST_PAUSE = 100;

	private static final long LONGEST_PAUSE = 1_000;

	// A stop must not wait for a server that does not answer.
	private static final long FAREWELL_MILLIS = 2_000;

	private static final Logger logger = LoggerFactory.getLogger(Connection.class);

	private final EtcdSettings settings;

	private final LockKeys keys;

	private final String clientId;

	private final String label;

	private final LockClock clock;

	private final Tasks tasks;

	private final Directory.Listener listener;

	private final CompletableFuture<Boolean> first = new CompletableFuture<>();

	private final AtomicLong numbers = new AtomicLong();

	private final Gateway gateway;

	private final Changes changes;

	private final RefusedConnections refusals = new RefusedConnections();

	private volatile @Nullable Life life;

	private volatile StoreState.Link state;

	// Used by the timer thread only:

	private @Nullable Future<?> next;

	private boolean asking;

	private int failures;

	private long lastRevision;

	private String lastCluster = "";

	Connection(EtcdSettings settings, LockKeys keys, String clientId, String label, LockClock clock, Gateway gateway,
			ScheduledExecutorService timers, Directory.Listener listener) {
		this.settings = settings;
		this.keys = keys;
		this.clientId = clientId;
		this.label = label;
		this.clock = clock;
		this.tasks = new Tasks(timers);
		this.listener = listener;
		this.state = down(NOT_YET);
		this.gateway = gateway;
		this.changes = new Changes(this, keys.locks(), this.tasks, listener);
	}

	// Completes when the first session has begun.
	CompletableFuture<Boolean> start() {
		this.gateway.onTrouble(() -> this.tasks.run(() -> {
			soon();
			this.changes.follow();
		}));
		this.tasks.run(this::goOn);
		return this.first;
	}

	// Without a farewell the session expires.
	void stop(boolean farewell) {
		this.tasks.stop();
		Life last = this.life;
		if (last != null && farewell && this.state.condition() == StoreState.Condition.UP) {
			this.gateway.askFirst("lease/revoke", Requests.lease(last.lease()))
				.orTimeout(FAREWELL_MILLIS, TimeUnit.MILLISECONDS)
				.handle((answer, failure) -> true)
				.join();
		}
		this.life = null;
		this.gateway.close();
		this.changes.close();
	}

	Changes changes() {
		return this.changes;
	}

	Tasks tasks() {
		return this.tasks;
	}

	Gateway gateway() {
		return this.gateway;
	}

	@Nullable Life life() {
		return this.life;
	}

	StoreState.Link state() {
		return this.state;
	}

	Duration sessionTimeout() {
		Life now = this.life;
		return (now != null) ? now.ttl() : this.settings.sessionTtl();
	}

	CompletableFuture<Json> read(String path, String body) {
		return inSession((now) -> checked(now, path, () -> body, true));
	}

	// If the answer is not a success, the fence key shows that the request was not too
	// late: another condition has failed.
	CompletableFuture<Json> write(Function<Requests.Fence, String> body) {
		return inSession((now) -> write(now, body));
	}

	CompletableFuture<Json> write(Life now, Function<Requests.Fence, String> body) {
		long[] number = new long[1];
		return checked(now, "kv/txn", () -> {
			number[0] = this.numbers.incrementAndGet();
			return body.apply(new Requests.Fence(now.key(), now.lease(), number[0]));
		}, true).thenCompose((answer) -> {
			if (answer.at("succeeded").isTrue()) {
				return CompletableFuture.completedFuture(answer);
			}
			List<Json> found = answer.at("responses").items().get(0).at("response_range").at("kvs").items();
			if (found.isEmpty()) {
				this.tasks.run(() -> over(now));
				throw EtcdException.leaseGone();
			}
			// A later request was executed first, so this one was not executed.
			return (found.get(0).at("value").decoded().compareTo(Requests.number(number[0])) >= 0) ? write(now, body)
					: CompletableFuture.completedFuture(answer);
		});
	}

	<T> CompletableFuture<T> inSession(Function<Life, CompletableFuture<T>> request) {
		Life now = this.life;
		if (now == null || this.state.condition() != StoreState.Condition.UP) {
			return CompletableFuture.failedFuture(
					this.refusals.notSent(this.label + " cannot be reached: " + trouble(), this.clock.nanoTime()));
		}
		return request.apply(now);
	}

	private String trouble() {
		String known = this.state.trouble();
		return (known != null) ? known : "the connection is closed";
	}

	private CompletableFuture<Json> checked(Life now, String path, Supplier<String> body, boolean queued) {
		long[] before = { now.revision() };
		CompletableFuture<Json> asked = queued ? this.gateway.ask(path, () -> {
			before[0] = now.revision();
			return body.get();
		}) : this.gateway.askFirst(path, body.get());
		return asked.handle((answer, failure) -> {
			if (failure != null) {
				EtcdException cause = EtcdException.of(failure);
				if (cause.isLeaseGone()) {
					this.tasks.run(() -> over(now));
				}
				throw cause;
			}
			if (!now.remembers(answer.at("header"), before[0])) {
				this.tasks.run(() -> over(now));
				throw EtcdException.leaseGone();
			}
			return answer;
		});
	}

	private void again(long millis) {
		Future<?> before = this.next;
		if (before != null) {
			before.cancel(false);
		}
		this.next = this.tasks.after(millis, this::goOn);
	}

	// Checks at once whether the session can continue with another member.
	private void soon() {
		if (!this.asking && this.failures == 0) {
			again(0);
		}
	}

	private void goOn() {
		if (this.asking) {
			return;
		}
		this.asking = true;
		Life now = this.life;
		CompletableFuture<?> done = (now != null) ? keepAlive(now) : begin();
		done.whenComplete((answer, failure) -> this.tasks.run(() -> {
			this.asking = false;
			if (failure == null) {
				this.failures = 0;
				again((this.life != null) ? Math.min(sessionTimeout().toMillis() / SIGNS_OF_A_SESSION, LONGEST_SILENCE)
						: 0);
			}
			else {
				this.failures++;
				again(Math.min(SHORTEST_PAUSE * this.failures, LONGEST_PAUSE));
				failed(EtcdException.of(failure));
			}
		}));
	}

	private CompletableFuture<?> begin() {
		Moment sent = this.clock.now();
		return this.gateway.askFirst("lease/grant", Requests.grant(this.settings.sessionTtl().toSeconds()))
			.thenCompose((granted) -> {
				String lease = granted.at("ID").text();
				Json header = granted.at("header");
				Life begun = new Life(lease, this.keys.session(this.clientId, lease),
						Duration.ofSeconds(granted.at("TTL").number()), header.at("cluster_id").text(),
						header.at("revision").number(), sent);
				long number = this.numbers.incrementAndGet();
				return this.gateway.askFirst("kv/put", Requests.put(begun.key(), Requests.number(number), lease))
					.whenComplete((put, failure) -> {
						if (failure != null) {
							this.gateway.askFirst("lease/revoke", Requests.lease(lease));
						}
					})
					.thenCompose((put) -> {
						// On the timer thread, or it would begin another session and
						// never keep this one alive.
						CompletableFuture<Boolean> done = new CompletableFuture<>();
						this.tasks.run(() -> {
							try {
								begun(begun);
							}
							finally {
								done.complete(true);
							}
						});
						return done;
					});
			});
	}

	private void begun(Life begun) {
		boolean other = !this.lastCluster.isEmpty() && !this.lastCluster.equals(begun.cluster());
		long before = this.lastRevision;
		this.lastRevision = begun.revision();
		this.lastCluster = begun.cluster();
		this.life = begun;
		this.changes.begin(begun);
		up();
		if (other || begun.revision() < before) {
			logger.warn(this.label + " was at revision " + before + " and is at " + begun.revision()
					+ ": it was restored or rebuilt, and fencing tokens would decrease. Stop all instances, and raise "
					+ "distributed-lock.etcd.token-offset.");
		}
	}

	private CompletableFuture<?> keepAlive(Life now) {
		return keptAlive(now, TERMS).whenComplete((kept, failure) -> {
			if (failure != null && EtcdException.of(failure).isLeaseGone()) {
				this.tasks.run(() -> over(now));
			}
		});
	}

	private CompletableFuture<Boolean> keptAlive(Life now, int terms) {
		Moment sent = this.clock.now();
		return this.gateway.askFirst("lease/keepalive", Requests.lease(now.lease())).thenCompose((kept) -> {
			if (kept.at("TTL").number() <= 0) {
				throw EtcdException.leaseGone();
			}
			long term = kept.at("header").at("raft_term").number();
			return checked(now, "kv/range", () -> Requests.count(now.key()), false).thenCompose((there) -> {
				if (there.at("count").number() == 0) {
					throw EtcdException.leaseGone();
				}
				if (there.at("header").at("raft_term").number() == term) {
					now.heard(sent);
					this.tasks.run(this::up);
					return CompletableFuture.completedFuture(true);
				}
				if (terms == 0) {
					throw new EtcdException(Outcome.UNKNOWN, "its leader keeps changing", null);
				}
				return keptAlive(now, terms - 1);
			});
		});
	}

	private void up() {
		if (this.state.condition() == StoreState.Condition.UP || this.life == null) {
			return;
		}
		this.state = StoreState.Link.UP;
		this.refusals.accepted();
		boolean again = this.first.isDone();
		this.listener.connected();
		this.first.complete(true);
		if (again) {
			logger.info(this.label + " can be reached again");
		}
	}

	private void failed(EtcdException failure) {
		if (failure.outcome() != Outcome.REJECTED && this.failures < this.gateway.members()) {
			// Another member is left to try.
			return;
		}
		this.refusals.failed(failure.outcome() == Outcome.REJECTED, this.clock.nanoTime());
		String why = String.valueOf(failure.getMessage());
		boolean was = this.state.condition() == StoreState.Condition.UP;
		boolean news = !why.equals(this.state.trouble())
				&& (failure.outcome() == Outcome.REJECTED || NOT_YET.equals(this.state.trouble()));
		this.state = (was || this.state.since() == null) ? down(why) : StoreState.Link.down(why, this.state.since());
		if (was || news) {
			logger.warn(this.label + " cannot be reached: " + why + (was
					? ". Until it can, held locks stay held until their leases expire, and no other lock is granted."
					: ""));
		}
	}

	private void over(Life ended) {
		if (this.life != ended) {
			return;
		}
		this.life = null;
		this.lastRevision = Math.max(this.lastRevision, ended.revision());
		this.state = down("the session has ended");
		this.changes.clear();
		soon();
		this.listener.over();
		logger.warn(this.label + " has ended the session of this instance: its locks are lost");
	}

	private StoreState.Link down(String why) {
		return StoreState.Link.down(why, Instant.ofEpochMilli(this.clock.now().wallMillis()));
	}

}

package io.github.lockstarter.etcd;

import java.time.Duration;
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
import io.github.lockstarter.session.http.SessionKeeper;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreException.Outcome;

/**
 * Keeps a session with etcd from start to stop, and sends requests in it.
 */
final class Connection extends SessionKeeper<Life> {

	private static final int TERMS = 2;

	private static final Logger logger = LoggerFactory.getLogger(Connection.class);

	private final EtcdSettings settings;

	private final LockKeys keys;

	private final String clientId;

	private final String label;

	private final LockClock clock;

	private final AtomicLong numbers = new AtomicLong();

	private final Gateway gateway;

	private final Changes changes;

	// Used by the timer thread only:

	private long lastRevision;

	private String lastCluster = "";

	Connection(EtcdSettings settings, LockKeys keys, String clientId, String label, LockClock clock, Gateway gateway,
			ScheduledExecutorService timers, Directory.Listener listener) {
		super(label, clock, gateway, timers, listener);
		this.settings = settings;
		this.keys = keys;
		this.clientId = clientId;
		this.label = label;
		this.clock = clock;
		this.gateway = gateway;
		this.changes = new Changes(this, keys.locks(), tasks(), listener);
	}

	Changes changes() {
		return this.changes;
	}

	Gateway gateway() {
		return this.gateway;
	}

	@Nullable Life life() {
		return session();
	}

	@Override
	protected Duration sessionTimeout() {
		Life now = life();
		return (now != null) ? now.ttl() : this.settings.sessionTtl();
	}

	CompletableFuture<Json> read(String path, String body) {
		return inSession((now) -> checked(now, path, () -> body, true));
	}

	// If the answer is not a success, the fence key has shown that the request was in
	// time: another condition has failed.
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
			return tooLate(now, number[0])
				.thenCompose((late) -> late ? write(now, body) : CompletableFuture.completedFuture(answer));
		});
	}

	// Whether a later request may have been executed before one that was not executed.
	// This is rare, and reading the key in each request would make all of them larger.
	private CompletableFuture<Boolean> tooLate(Life now, long number) {
		return checked(now, "kv/range", () -> Requests.get(now.key()), true).thenApply((answer) -> {
			List<Json> found = answer.at("kvs").items();
			if (found.isEmpty()) {
				tasks().run(() -> over(now));
				throw EtcdException.leaseGone();
			}
			return found.get(0).at("value").decoded().compareTo(Requests.number(number)) >= 0;
		});
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
					tasks().run(() -> over(now));
				}
				throw cause;
			}
			if (!now.remembers(answer.at("header"), before[0])) {
				tasks().run(() -> over(now));
				throw EtcdException.leaseGone();
			}
			return answer;
		});
	}

	@Override
	protected CompletableFuture<?> begin() {
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
					.thenCompose((put) -> begun(begun));
			});
	}

	@Override
	protected void onBegun(Life begun) {
		this.changes.begin(begun);
	}

	@Override
	protected void afterBegun(Life begun) {
		boolean other = !this.lastCluster.isEmpty() && !this.lastCluster.equals(begun.cluster());
		long before = this.lastRevision;
		this.lastRevision = begun.revision();
		this.lastCluster = begun.cluster();
		if (other || begun.revision() < before) {
			logger.warn(this.label + " was at revision " + before + " and is at " + begun.revision()
					+ ": it was restored or rebuilt, and fencing tokens would decrease. Stop all instances, and raise "
					+ "distributed-lock.etcd.token-offset.");
		}
	}

	@Override
	protected CompletableFuture<?> keepAlive(Life now) {
		return keptAlive(now, TERMS).whenComplete((kept, failure) -> {
			if (failure != null && EtcdException.of(failure).isLeaseGone()) {
				tasks().run(() -> over(now));
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
					tasks().run(this::up);
					return CompletableFuture.completedFuture(true);
				}
				if (terms == 0) {
					throw new EtcdException(Outcome.UNKNOWN, "its leader keeps changing", null);
				}
				return keptAlive(now, terms - 1);
			});
		});
	}

	@Override
	protected CompletableFuture<?> farewell(Life last) {
		return this.gateway.askFirst("lease/revoke", Requests.lease(last.lease()));
	}

	@Override
	protected void onOver(Life ended) {
		this.lastRevision = Math.max(this.lastRevision, ended.revision());
		this.changes.clear();
	}

	@Override
	protected void onTrouble() {
		this.changes.follow();
	}

	@Override
	protected void onStop() {
		this.changes.close();
	}

}

package io.github.lockstarter.etcd;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.session.Directory;
import io.github.lockstarter.session.Place;
import io.github.lockstarter.session.http.Json;
import io.github.lockstarter.session.http.RequestException;
import io.github.lockstarter.session.http.Tasks;

/**
 * Watches for deleted places through one stream, open while a caller of this instance
 * waits; runs on the timer thread, except for {@link #watch}.
 */
final class Changes {

	private static final long SHORTEST_PAUSE = 50;

	private static final long LONGEST_PAUSE = 1_000;

	// Firewalls forget quiet connections, and a stream is often quiet.
	private static final long LONGEST_STREAM = 10_000;

	private static final Logger logger = LoggerFactory.getLogger(Changes.class);

	private final Connection connection;

	private final String begin;

	private final Tasks tasks;

	private final Directory.Listener listener;

	private final Map<String, Watched> watched = new ConcurrentHashMap<>();

	private final Set<Stream> streams = new ConcurrentSkipListSet<>(
			Comparator.comparingLong((stream) -> stream.number));

	private @Nullable Stream latest;

	private @Nullable Future<?> renewal;

	private long nextRevision;

	private long numberOfStreams;

	private int failures;

	private @Nullable String said;

	// A token was dropped because a stream was refused, and no stream has been opened
	// since.
	private boolean loggingInAgain;

	Changes(Connection connection, String begin, Tasks tasks, Directory.Listener listener) {
		this.connection = connection;
		this.begin = begin;
		this.tasks = tasks;
		this.listener = listener;
	}

	void begin(Life life) {
		this.nextRevision = life.revision() + 1;
		this.failures = 0;
	}

	void clear() {
		this.watched.clear();
		end();
	}

	void close() {
		this.watched.clear();
		this.streams.forEach(Stream::cancel);
	}

	// The place may be gone already: the caller reads it after this call. If two places
	// had the same key, the earlier one is gone.
	void watch(String name, Place place) {
		Life now = this.connection.life();
		Watched added = new Watched(name, place, (now != null) ? now.revision() : 0);
		@Nullable Watched[] former = new Watched[1];
		this.watched.compute(LockKeys.keyOf(place), (key, before) -> {
			former[0] = before;
			return (before != null) ? before.later(added) : added;
		});
		Watched other = former[0];
		boolean oneIsGone = other != null && !other.place().equals(place);
		this.tasks.run(() -> {
			if (this.latest == null) {
				skip();
				open();
			}
			if (oneIsGone) {
				this.listener.changed(name);
			}
		});
	}

	void gone(Place place) {
		String key = LockKeys.keyOf(place);
		Watched one = this.watched.get(key);
		if (one != null && one.place().equals(place) && this.watched.remove(key, one)) {
			this.listener.changed(one.name());
		}
	}

	boolean isWatched(Place place) {
		Watched one = this.watched.get(LockKeys.keyOf(place));
		return one != null && one.place().equals(place);
	}

	int size() {
		return this.watched.size();
	}

	// Two while one stream replaces another.
	int streams() {
		return this.streams.size();
	}

	// Requests may go to another member from now on.
	void follow() {
		Stream now = this.latest;
		if (now != null && now.member != this.connection.gateway().member()) {
			open();
		}
	}

	// The past is not requested: etcd would read through all writes of hours. Waiters
	// check their place after they have watched it.
	private void skip() {
		Life now = this.connection.life();
		if (now != null) {
			this.watched.values()
				.stream()
				.mapToLong(Watched::since)
				.min()
				.ifPresent((
						since) -> this.nextRevision = Math.max(this.nextRevision, Math.min(since, now.revision()) + 1));
		}
	}

	private void open() {
		Life now = this.connection.life();
		if (now == null) {
			return;
		}
		Stream stream = new Stream(this.connection.gateway().member());
		this.latest = stream;
		this.streams.add(stream);
		this.connection.gateway().login().token().whenComplete((token, failure) -> this.tasks.run(() -> {
			if (failure != null) {
				ended(stream, EtcdException.of(failure).getMessage());
			}
			else if (this.streams.contains(stream)) {
				stream.open(token);
			}
		}));
		Future<?> before = this.renewal;
		if (before != null) {
			before.cancel(false);
		}
		this.renewal = this.tasks.after(Math.min(this.connection.sessionTimeout().toMillis(), LONGEST_STREAM),
				this::renewed);
	}

	private void renewed() {
		if (this.watched.isEmpty()) {
			end();
		}
		else if (this.latest != null) {
			open();
		}
	}

	private void end() {
		this.latest = null;
		this.streams.forEach(Stream::cancel);
		this.streams.clear();
	}

	private void lives(Stream stream) {
		this.failures = 0;
		this.said = null;
		this.loggingInAgain = false;
		this.streams.stream().filter((other) -> other != stream && other.number < stream.number).forEach((other) -> {
			other.cancel();
			this.streams.remove(other);
		});
	}

	private void ended(Stream stream, @Nullable String why) {
		if (!this.streams.remove(stream) || stream != this.latest) {
			return;
		}
		if (this.watched.isEmpty()) {
			this.latest = null;
			return;
		}
		this.failures++;
		this.tasks.after(Math.min(SHORTEST_PAUSE * this.failures, LONGEST_PAUSE), () -> {
			if (this.latest != stream) {
				return;
			}
			if (!stream.lived) {
				// No stream reports their changes.
				askAll();
			}
			open();
		});
		if (!stream.lived && why != null && !why.equals(this.said)) {
			this.said = why;
			logger.warn("Waiters are not notified, and poll instead: " + why);
		}
	}

	// Returns whether the stream is opened again with another token.
	private boolean logInAgain(Stream stream) {
		if (stream.token == null || this.loggingInAgain || stream != this.latest || !this.streams.remove(stream)) {
			return false;
		}
		this.loggingInAgain = true;
		this.connection.gateway().login().forget(stream.token);
		open();
		return true;
	}

	private void askAll() {
		List.copyOf(this.watched.values()).forEach((one) -> gone(one.place()));
	}

	private void heard(Stream stream, String line) {
		if (line.isBlank() || !this.streams.contains(stream)) {
			return;
		}
		Json result;
		try {
			Json json = Json.of(line);
			result = json.at("result");
			if (json.at("error").isThere()) {
				GatewayError error = GatewayError.of(200, line);
				stream.refused(error.message(), error.isOfAnOldToken());
				return;
			}
		}
		catch (IllegalArgumentException ex) {
			stream.refused("it does not answer as etcd does", false);
			return;
		}
		if (result.at("canceled").isTrue()) {
			long compacted = result.at("compact_revision").number();
			if (compacted > 0) {
				// Compacted: earlier changes cannot be delivered any more.
				this.nextRevision = Math.max(this.nextRevision, compacted);
				stream.lived = true;
				askAll();
			}
			else {
				stream.lived = false;
			}
			String why = result.at("cancel_reason").text();
			stream.refused(why, GatewayError.mayBeOfAnOldToken(why));
			return;
		}
		if (result.at("created").isTrue()) {
			stream.lived = true;
			lives(stream);
		}
		result.at("events").items().forEach((event) -> {
			this.nextRevision = Math.max(this.nextRevision, event.at("kv").at("mod_revision").number() + 1);
			if (event.at("type").text().equals("DELETE")) {
				gone(event.at("kv").at("key").decoded(), event.at("kv").at("mod_revision").number());
			}
		});
	}

	// A place that was created after the deletion is another one.
	private void gone(String key, long revision) {
		Watched one = this.watched.get(key);
		if (one != null && LockKeys.revisionOf(one.place()) < revision) {
			gone(one.place());
		}
	}

	private record Watched(String name, Place place, long since) {

		Watched later(Watched other) {
			Watched later = (LockKeys.revisionOf(other.place) >= LockKeys.revisionOf(this.place)) ? other : this;
			return new Watched(later.name, later.place, Math.min(this.since, other.since));
		}

	}

	private final class Stream implements Flow.Subscriber<String> {

		private final int member;

		private final long number = ++Changes.this.numberOfStreams;

		private boolean lived;

		private @Nullable String token;

		private volatile @Nullable CompletableFuture<?> exchange;

		private volatile Flow.@Nullable Subscription lines;

		Stream(int member) {
			this.member = member;
		}

		void open(@Nullable String known) {
			this.token = known;
			Gateway.Exchange opened = Changes.this.connection.gateway()
				.stream("watch", Requests.watch(Changes.this.begin, Changes.this.nextRevision), known,
						(info) -> (info.statusCode() == 200)
								? HttpResponse.BodySubscribers.fromLineSubscriber(this, (same) -> "",
										StandardCharsets.UTF_8, "\n")
								: HttpResponse.BodySubscribers.ofString(StandardCharsets.UTF_8));
			this.exchange = opened.response();
			opened.response().whenComplete((response, failure) -> Changes.this.tasks.run(() -> {
				if (failure != null) {
					ended(this, String.valueOf(RequestException.cause(failure)));
				}
				else if (response.statusCode() != 200) {
					GatewayError error = GatewayError.of(response.statusCode(), response.body());
					refused(error.message(), error.isOfAnOldToken());
				}
				else {
					ended(this, "the stream has ended");
				}
			}));
		}

		void refused(String why, boolean ofAnOldToken) {
			cancel();
			if (!ofAnOldToken || !logInAgain(this)) {
				ended(this, why);
			}
		}

		void cancel() {
			Flow.Subscription open = this.lines;
			if (open != null) {
				open.cancel();
			}
			CompletableFuture<?> asked = this.exchange;
			if (asked != null) {
				asked.cancel(true);
			}
		}

		@Override
		public void onSubscribe(Flow.Subscription subscription) {
			this.lines = subscription;
			subscription.request(Long.MAX_VALUE);
		}

		@Override
		public void onNext(String line) {
			Changes.this.tasks.run(() -> heard(this, line));
		}

		@Override
		public void onError(Throwable failure) {
			// The exchange fails, too.
		}

		@Override
		public void onComplete() {
		}

	}

}

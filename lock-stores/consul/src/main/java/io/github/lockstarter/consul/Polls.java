package io.github.lockstarter.consul;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.session.Directory;
import io.github.lockstarter.session.Place;
import io.github.lockstarter.session.http.MemberGateway.Exchange;
import io.github.lockstarter.session.http.PlaceKeys;
import io.github.lockstarter.session.http.RequestException;
import io.github.lockstarter.session.http.Tasks;

/**
 * Watches places, and the own session while it has places, by blocking queries. Their
 * answers are hints: a consistent read decides. Runs on the timer thread, except for
 * {@link #watch} and {@link #guard}.
 */
final class Polls {

	// Each needs a connection, and a server accepts 200 from one address.
	static final int MOST = 32;

	private static final long SHORTEST_PAUSE = 100;

	private static final long LONGEST_PAUSE = 1_000;

	// Firewalls forget quiet connections.
	private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

	private static final Logger logger = LoggerFactory.getLogger(Polls.class);

	private final Connection connection;

	private final Duration wait;

	private final Tasks tasks;

	private final Directory.Listener listener;

	private final Map<Place, Watched> watched = new ConcurrentHashMap<>();

	private @Nullable Guard guard;

	private int running;

	private @Nullable String said;

	Polls(Connection connection, Duration session, Tasks tasks, Directory.Listener listener) {
		this.connection = connection;
		this.wait = (session.compareTo(LONGEST_WAIT) < 0) ? session : LONGEST_WAIT;
		this.tasks = tasks;
		this.listener = listener;
	}

	void watch(String name, Place place) {
		Watched added = new Watched(name, place);
		if (this.watched.putIfAbsent(place, added) == null) {
			this.tasks.run(added::look);
		}
	}

	int size() {
		return this.watched.size();
	}

	int running() {
		return this.running;
	}

	// Reports the end of a session that has places within milliseconds, because the next
	// in line has the lock then.
	void guard(Life life) {
		this.tasks.run(() -> {
			if (this.guard == null && this.connection.session() == life) {
				this.guard = new Guard(life);
				this.guard.poll(life.fence());
			}
		});
	}

	// Requests go to another member from now on.
	void follow() {
		List.copyOf(this.watched.values()).forEach(Poll::follow);
		if (this.guard != null) {
			this.guard.follow();
		}
	}

	void clear() {
		close();
		this.guard = null;
		this.said = null;
	}

	void close() {
		List<Watched> all = List.copyOf(this.watched.values());
		this.watched.clear();
		all.forEach(Poll::cancel);
		Guard last = this.guard;
		if (last != null) {
			last.cancel();
		}
	}

	private void failed(String why) {
		if (!why.equals(this.said)) {
			this.said = why;
			logger.warn("Waiters are not notified, and poll instead: " + why);
		}
	}

	/**
	 * A key that is polled.
	 */
	private abstract class Poll {

		private @Nullable Exchange exchange;

		private int member;

		private int failures;

		abstract String key();

		abstract boolean isWanted();

		abstract void look();

		abstract void changed(ConsulAnswer answer, long former);

		void poll(long index) {
			if (!isWanted()) {
				return;
			}
			ConsulGateway gateway = Polls.this.connection.gateway();
			this.member = gateway.member();
			Exchange opened = gateway.poll(this.member, key(), index, Polls.this.wait);
			this.exchange = opened;
			Polls.this.running++;
			opened.response().whenComplete((response, failure) -> Polls.this.tasks.run(() -> {
				Polls.this.running--;
				if (this.exchange != opened) {
					return;
				}
				this.exchange = null;
				if (!isWanted()) {
					return;
				}
				if (failure != null) {
					gateway.silent(opened);
					retry(null);
					return;
				}
				int status = response.statusCode();
				if (status != ConsulAnswer.OK && status != ConsulAnswer.NOT_FOUND) {
					retry(new ConsulRefusal("kv/", status, response.body()).exception().getMessage());
					return;
				}
				ConsulAnswer answer;
				try {
					answer = ConsulGateway.answer(status, response.headers(), response.body());
				}
				catch (IllegalArgumentException ex) {
					retry("it does not answer as Consul does");
					return;
				}
				this.failures = 0;
				Polls.this.said = null;
				changed(answer, index);
			}));
		}

		void retry(@Nullable String why) {
			this.failures++;
			Polls.this.tasks.after(Math.min(SHORTEST_PAUSE * this.failures, LONGEST_PAUSE), () -> {
				if (isWanted()) {
					look();
				}
			});
			if (why != null) {
				failed(why);
			}
		}

		void follow() {
			if (this.exchange != null && this.member != Polls.this.connection.gateway().member()) {
				cancel();
				look();
			}
		}

		void cancel() {
			Exchange open = this.exchange;
			this.exchange = null;
			if (open != null) {
				open.response().cancel(true);
			}
		}

	}

	private final class Watched extends Poll {

		private final String name;

		private final Place place;

		private long told;

		Watched(String name, Place place) {
			this.name = name;
			this.place = place;
		}

		@Override
		String key() {
			return PlaceKeys.keyOf(this.place);
		}

		@Override
		boolean isWanted() {
			return Polls.this.watched.get(this.place) == this;
		}

		@Override
		void look() {
			CompletableFuture<ConsulAnswer> read = Polls.this.connection
				.inSession((now) -> Polls.this.connection.gateway().read(key()));
			read.whenComplete((answer, failure) -> Polls.this.tasks.run(() -> {
				if (!isWanted()) {
					return;
				}
				if (failure != null) {
					retry(null);
				}
				else {
					changed(answer, 0);
				}
			}));
		}

		@Override
		void changed(ConsulAnswer answer, long former) {
			Optional<Directory.Note> note = ConsulDirectory.note(this.place, answer);
			if (note.isEmpty()) {
				Polls.this.watched.remove(this.place, this);
				Polls.this.listener.changed(this.name);
				return;
			}
			long marked = note.get().markedMillis();
			if (marked > 0 && marked != this.told) {
				this.told = marked;
				Polls.this.listener.marked(this.name, this.place, marked);
			}
			if (answer.index() < former) {
				look();
			}
			else if (Polls.this.running < MOST) {
				poll(answer.index());
			}
			else {
				Polls.this.tasks.after(LONGEST_PAUSE, () -> {
					if (isWanted()) {
						look();
					}
				});
			}
		}

	}

	private final class Guard extends Poll {

		private final Life life;

		Guard(Life life) {
			this.life = life;
		}

		@Override
		String key() {
			return this.life.key();
		}

		@Override
		boolean isWanted() {
			return Polls.this.guard == this;
		}

		// Ends the session if its key is gone.
		@Override
		void look() {
			Polls.this.connection.confirm(this.life, Polls.this.connection.gateway()::readFirst)
				.whenComplete((there, failure) -> Polls.this.tasks.run(() -> {
					if (!isWanted()) {
						return;
					}
					if (failure == null) {
						poll(this.life.fence());
					}
					else if (!RequestException.from(failure).isSessionGone()) {
						retry(null);
					}
				}));
		}

		@Override
		void changed(ConsulAnswer answer, long former) {
			if (answer.isMissing() || answer.index() < former) {
				look();
			}
			else if (this.life.slots().size() == 0) {
				Polls.this.guard = null;
			}
			else {
				poll(Objects.requireNonNull(answer).index());
			}
		}

	}

}

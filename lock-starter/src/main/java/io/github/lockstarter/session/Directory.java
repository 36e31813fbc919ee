package io.github.lockstarter.session;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreState;

/**
 * A server that keeps the places of its clients, in one line for each lock, for as long
 * as the session of the client lives. A majority of its machines agrees on each change,
 * so a line is never told in two ways.
 *
 * <p>
 * All requests return at once. A directory may execute them in another order than that in
 * which they are given: who needs an order waits for the answer, or asks for
 * {@link #lineNow}. Their stages complete on a thread of the directory, which must not be
 * blocked, or fail with a {@link StoreException}. What is asked while there is no
 * connection fails with {@link StoreException.Outcome#NOT_SENT}.
 */
public interface Directory {

	/**
	 * Where the locks are, for people, as the subject of a sentence.
	 * @return such as "ZooKeeper at zk:2181"
	 */
	String label();

	/**
	 * What kind of store it is.
	 * @return its name in distributed-lock.store
	 */
	String kind();

	/**
	 * The properties that say where it is, for people.
	 * @return such as "distributed-lock.zookeeper.*"
	 */
	String properties();

	/**
	 * The property that says how long a session lives without a word, for people.
	 * @return its name, without "distributed-lock."
	 */
	String sessionProperty();

	/**
	 * How long a session lives of which nothing is heard.
	 * @return what the server has agreed to, or what it will be asked for until it has
	 */
	Duration sessionTimeout();

	/**
	 * Connects, and goes on doing so in the background. A session that is over is
	 * followed by another.
	 * @param clientId who this instance is from now on
	 * @param timers runs short tasks until {@link #stop}
	 * @param listener who is told
	 * @return completes when the first session has begun; fails if the server answers and
	 * a person has to change something before it can keep locks, which stops the start
	 */
	CompletableFuture<?> start(String clientId, ScheduledExecutorService timers, Listener listener);

	/**
	 * Disconnects. Stages that are not complete fail.
	 * @param farewell whether the session is ended, and all its places with it; otherwise
	 * it is left to end by itself
	 */
	void stop(boolean farewell);

	/**
	 * Whether the session can be used, without asking anybody.
	 * @return the state of the connection
	 */
	StoreState.Link state();

	/**
	 * Since when at the latest nothing was heard of this session by whoever ends
	 * sessions. A request that is sent now and is answered proves that it lives for
	 * {@link #sessionTimeout()} from then on.
	 * @param now this moment
	 * @return a moment that is not after the last sign of life that is known for sure
	 */
	Moment lastHeard(Moment now);

	/**
	 * Takes a place behind all others.
	 * @param name the lock name
	 * @param id the attempt
	 * @param instead a place that is left before the line is read, or null
	 * @return the place and the line
	 */
	CompletionStage<Taken> take(String name, String id, @Nullable Place instead);

	/**
	 * The line for a lock. It may have grown or lost places already; but who is first in
	 * it has nobody before it any more.
	 * @param name the lock name
	 * @return the places, the first one first
	 */
	CompletionStage<List<Place>> line(String name);

	/**
	 * The line after all that this instance has sent for it, also where a connection
	 * broke: what is not executed by then never is.
	 * @param name the lock name
	 * @return the places, the first one first
	 */
	CompletionStage<List<Place>> lineNow(String name);

	/**
	 * Leaves a place, one's own or another's.
	 * @param place the place
	 * @return whether it was there
	 */
	CompletionStage<Boolean> leave(Place place);

	/**
	 * Whether places are still there. A majority answers, so that the session has not
	 * been over at that moment.
	 * @param places the places
	 * @return the answers, in the same order, each for itself
	 */
	List<CompletionStage<Boolean>> check(List<Place> places);

	/**
	 * Writes to a place for how long its owner wants it to stay, and nobody to have the
	 * lock.
	 * @param place the place
	 * @param millis from now on
	 * @return whether it was there
	 */
	CompletionStage<Boolean> mark(Place place, long millis);

	/**
	 * Reads a place.
	 * @param place the place
	 * @return what is written there, empty if it is not there
	 */
	CompletionStage<Optional<Note>> read(Place place);

	/**
	 * Has the listener told once when a place is left or marked, at once if it was. Kept
	 * when the connection breaks, until the session is over.
	 * @param name the lock name
	 * @param place the place
	 */
	void watch(String name, Place place);

	/**
	 * A place that was taken.
	 *
	 * @param place the place
	 * @param number a number larger than of all places that were taken before
	 * @param replaced whether the place that was to be left was there
	 * @param line all places of the lock, the first one first
	 */
	record Taken(Place place, long number, boolean replaced, List<Place> line) {

	}

	/**
	 * What is written at a place.
	 *
	 * @param number a number larger than of all places that were taken before
	 * @param holder a label of the instance that has taken it
	 * @param markedMillis for how long its owner wants it to stay, zero if it has not
	 * said
	 */
	record Note(long number, String holder, long markedMillis) {

	}

	/**
	 * Who is told, on a thread of the directory.
	 */
	interface Listener {

		/**
		 * The session can be used, for the first time or again.
		 */
		void connected();

		/**
		 * The session is over, and all its places are gone.
		 */
		void over();

		/**
		 * A place that was watched is left.
		 * @param name the lock name
		 */
		void changed(String name);

		/**
		 * A place that is watched is marked.
		 * @param name the lock name
		 * @param place the place
		 * @param millis for how long it is to stay
		 */
		void marked(String name, Place place, long millis);

	}

}

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
 * A server that keeps one queue of places for each lock, each place for as long as the
 * session of its client lives. A majority of its machines agrees on each change, so all
 * clients see the same queue.
 *
 * <p>
 * All requests return at once. A directory may execute them in another order than that of
 * the calls: a client that needs an order waits for the answer, or reads
 * {@link #lineNow}. Stages complete on a thread of the directory, which must not block,
 * or fail with a {@link StoreException}. Without a connection a request fails with
 * {@link StoreException.Outcome#NOT_SENT}.
 */
public interface Directory {

	/**
	 * The server, for messages, as the subject of a sentence.
	 * @return such as "ZooKeeper at zk:2181"
	 */
	String label();

	/**
	 * The kind of store.
	 * @return its name in distributed-lock.store
	 */
	String kind();

	/**
	 * The properties with its address, for messages.
	 * @return such as "distributed-lock.zookeeper.*"
	 */
	String properties();

	/**
	 * The property with the session timeout, for messages.
	 * @return its name, without "distributed-lock."
	 */
	String sessionProperty();

	/**
	 * How long a session lives without a heartbeat.
	 * @return what the server has agreed to, or what it will be asked for until it has
	 */
	Duration sessionTimeout();

	/**
	 * Connects, and keeps connecting in the background. An expired session is followed by
	 * another.
	 * @param clientId the identity of this instance from now on
	 * @param timers runs short tasks until {@link #stop}
	 * @param listener is notified
	 * @return completes when the first session has begun; fails if the server answers but
	 * cannot keep locks until its configuration is changed, which stops the start
	 */
	CompletableFuture<?> start(String clientId, ScheduledExecutorService timers, Listener listener);

	/**
	 * Disconnects. Stages that are not complete fail.
	 * @param farewell whether to end the session, and with it all its places; otherwise
	 * it expires
	 */
	void stop(boolean farewell);

	/**
	 * Whether the session can be used, without a request.
	 * @return the state of the connection
	 */
	StoreState.Link state();

	/**
	 * A lower bound for the last heartbeat that the server has seen. A request that is
	 * sent now and answered proves that the session lives for {@link #sessionTimeout()}
	 * from that moment on.
	 * @param now this moment
	 * @return a moment that is not after the last heartbeat that is known for sure
	 */
	Moment lastHeard(Moment now);

	/**
	 * Queues at the end.
	 * @param name the lock name
	 * @param id the attempt
	 * @param kind the kind of the place, which becomes a part of its key
	 * @param instead a place that is deleted before the queue is read, or null
	 * @return the place and the queue
	 */
	CompletionStage<Taken> take(String name, String id, PlaceKind kind, @Nullable Place instead);

	/**
	 * The queue of a lock. It may have changed meanwhile, but no place will ever come
	 * before one of these.
	 * @param name the lock name
	 * @return the places, the first one first
	 */
	CompletionStage<List<Place>> line(String name);

	/**
	 * The queue after all that this instance has sent for it, also before a connection
	 * broke: what has not been executed by then never is.
	 * @param name the lock name
	 * @return the places, the first one first
	 */
	CompletionStage<List<Place>> lineNow(String name);

	/**
	 * Deletes a place of this or another instance.
	 * @param place the place
	 * @return whether it existed
	 */
	CompletionStage<Boolean> leave(Place place);

	/**
	 * Whether places exist. A majority answers, so that the session had not expired at
	 * that moment.
	 * @param places the places
	 * @return the answers, in the same order, each for itself
	 */
	List<CompletionStage<Boolean>> check(List<Place> places);

	/**
	 * Writes to a place for how long it stays after its owner has released the lock.
	 * @param place the place
	 * @param millis from now on
	 * @return whether it existed
	 */
	CompletionStage<Boolean> mark(Place place, long millis);

	/**
	 * Reads a place.
	 * @param place the place
	 * @return its content, empty if it does not exist
	 */
	CompletionStage<Optional<Note>> read(Place place);

	/**
	 * Notifies the listener once when a place is deleted or marked, at once if it was.
	 * Survives a broken connection, until the session is over.
	 * @param name the lock name
	 * @param place the place
	 */
	void watch(String name, Place place);

	/**
	 * A new place.
	 *
	 * @param place the place
	 * @param number larger than that of all places before
	 * @param replaced whether the place to be deleted existed
	 * @param line all places of the lock, the first one first
	 */
	record Taken(Place place, long number, boolean replaced, List<Place> line) {

	}

	/**
	 * The content of a place.
	 *
	 * @param number larger than that of all places before
	 * @param holder the label of the instance that queued there
	 * @param markedMillis for how long it is to stay without an owner, zero if it is not
	 * marked
	 */
	record Note(long number, String holder, long markedMillis) {

	}

	/**
	 * Receives notifications, on a thread of the directory.
	 */
	interface Listener {

		/**
		 * The session can be used, for the first time or again.
		 */
		void connected();

		/**
		 * The session is over, and all its places are deleted.
		 */
		void over();

		/**
		 * A watched place was deleted.
		 * @param name the lock name
		 */
		void changed(String name);

		/**
		 * A watched place was marked.
		 * @param name the lock name
		 * @param place the place
		 * @param millis for how long it is to stay
		 */
		void marked(String name, Place place, long millis);

	}

}

package io.github.lockstarter.proof.history;

import java.util.ArrayList;
import java.util.List;

/**
 * What an observer was told of one attempt. Filled while a history is read, not changed
 * afterwards.
 */
public final class Story {

	private final String client;

	private final String lock;

	private final long begin;

	final List<Event> events = new ArrayList<>();

	boolean whole;

	Story(String client, String lock, long begin) {
		this.client = client;
		this.lock = lock;
		this.begin = begin;
	}

	public String client() {
		return this.client;
	}

	/**
	 * What was told, in that order.
	 * @return the events
	 */
	public List<Event> events() {
		return this.events;
	}

	/**
	 * Whether nothing more was to come: its client has ended by itself.
	 * @return whether the story must have an end
	 */
	public boolean isWhole() {
		return this.whole;
	}

	@Override
	public String toString() {
		return "an attempt of " + this.client + " on " + this.lock + " from " + this.begin + " is told " + this.events;
	}

	/**
	 * What can be told.
	 */
	public enum Event {

		/**
		 * A caller asks.
		 */
		WAITING,

		/**
		 * The lock comes from its former holder.
		 */
		HANDED_OVER,

		/**
		 * The caller has it.
		 */
		ACQUIRED,

		/**
		 * The caller does not get it.
		 */
		NOT_ACQUIRED,

		/**
		 * A renewal needed more than one attempt.
		 */
		RENEWED_LATE,

		/**
		 * It was given back.
		 */
		RELEASED,

		/**
		 * It was lost.
		 */
		LOST

	}

}

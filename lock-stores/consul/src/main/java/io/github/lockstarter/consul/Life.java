package io.github.lockstarter.consul;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import io.github.lockstarter.session.Place;
import io.github.lockstarter.session.http.PlaceKeys;
import io.github.lockstarter.session.http.Slots;
import io.github.lockstarter.store.Moment;

/**
 * One session of Consul.
 */
final class Life {

	private final String id;

	private final String key;

	private final Slots slots;

	// The ModifyIndex of the session key, which all writes check.
	private final AtomicLong fence;

	private final AtomicLong largestIndex;

	// The ModifyIndex of places that were written again; that of the others is their
	// number.
	private final Map<Place, Long> rewritten = new ConcurrentHashMap<>();

	// A place was left since the session key was written.
	private volatile boolean left;

	private volatile Moment heard;

	Life(String id, String key, long fence, Moment heard) {
		this.id = id;
		this.key = key;
		this.slots = new Slots(id);
		this.fence = new AtomicLong(fence);
		this.largestIndex = new AtomicLong(fence);
		this.heard = heard;
	}

	String id() {
		return this.id;
	}

	String key() {
		return this.key;
	}

	Slots slots() {
		return this.slots;
	}

	long fence() {
		return this.fence.get();
	}

	void raiseFence(long index) {
		this.fence.accumulateAndGet(index, Math::max);
		saw(index);
	}

	// A consistent read that is sent from now on sees all changes up to this index.
	long largestIndex() {
		return this.largestIndex.get();
	}

	void saw(long index) {
		this.largestIndex.accumulateAndGet(index, Math::max);
	}

	long indexOf(Place place) {
		return this.rewritten.getOrDefault(place, PlaceKeys.numberOf(place));
	}

	void rewrote(Place place, long index) {
		this.rewritten.put(place, index);
		saw(index);
	}

	void gone(Place place) {
		this.left = true;
		this.rewritten.remove(place);
		this.slots.left(place);
	}

	boolean hasLeft() {
		return this.left;
	}

	void left(boolean since) {
		this.left = since;
	}

	Moment heard() {
		return this.heard;
	}

	void heard(Moment sent) {
		this.heard = sent;
	}

}

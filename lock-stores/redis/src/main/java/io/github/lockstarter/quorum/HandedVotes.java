package io.github.lockstarter.quorum;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * The votes that nodes have handed to one waiting attempt by notifications, guarded by
 * the mutex of the attempt; the package documentation says which of them count.
 */
final class HandedVotes {

	private static final long MILLI = 1_000_000;

	private final Quorum quorum;

	private final Seat[] seats;

	private ServerTime told = ServerTime.NONE;

	// when that clock was zero, or later, in nanoseconds of this JVM
	private long toldZero;

	private long toldAsked;

	HandedVotes(Quorum quorum) {
		this.quorum = quorum;
		this.seats = IntStream.range(0, quorum.size()).mapToObj((node) -> new Seat()).toArray(Seat[]::new);
	}

	void answered(int node, long asked, @Nullable StoreReply reply) {
		if (reply == null) {
			return;
		}
		Seat seat = this.seats[node];
		ServerTime time = reply.time();
		long zero = asked - time.millis() * MILLI;
		// A clock may have been set back: the slowest answer decides.
		seat.zero = (time.isOfSameClock(seat.time) && seat.zero - zero < 0) ? seat.zero : zero;
		seat.time = time;
		seat.asked = asked;
		if (seat.vote != null && reply.status() != Status.OWNED && time.millis() > seat.vote.time().millis()) {
			seat.vote = null;
		}
	}

	void told(ServerTime time, long asked) {
		long zero = asked - time.millis() * MILLI;
		// Whichever of the answers the caller uses, a grant must not look younger.
		this.toldZero = (time.isOfSameClock(this.told) && this.toldZero - zero > 0) ? this.toldZero : zero;
		this.told = time;
		this.toldAsked = asked;
	}

	// token: what the attempt has there, or a larger one; 0 if unknown
	void givesUp(int node, long token) {
		Seat seat = this.seats[node];
		seat.vote = null;
		seat.onTheWay++;
		seat.givenUp = Math.max(seat.givenUp, token);
		seat.unclear |= token == 0;
	}

	void gaveUp(int node, boolean answered) {
		Seat seat = this.seats[node];
		seat.onTheWay--;
		// it may be executed at any time
		seat.unclear |= !answered;
	}

	boolean add(int node, PushMessage message) {
		Seat seat = this.seats[node];
		boolean sure = !seat.unclear && seat.onTheWay == 0 && message.firstToken() > seat.givenUp
				&& message.time().isOfSameClock(seat.time);
		if (sure) {
			seat.vote = message;
		}
		return sure;
	}

	BitSet majorityWith(PushMessage one) {
		BitSet nodes = new BitSet();
		for (int node = 0; node < this.seats.length; node++) {
			PushMessage vote = this.seats[node].vote;
			if (vote != null && vote.firstToken() == one.firstToken() && counts(node, vote)) {
				nodes.set(node);
			}
		}
		if (nodes.cardinality() < this.quorum.majority()) {
			nodes.clear();
		}
		return nodes;
	}

	private boolean counts(int node, PushMessage vote) {
		String server = vote.time().clock();
		return this.seats[node].asked - this.toldAsked >= 0
				&& this.quorum.known().counts(node, server, begin(node), vote.firstToken())
				&& this.quorum.known().sameServer(node, server) == null && IntStream.range(0, this.seats.length)
					.noneMatch((other) -> other != node && this.seats[other].time.clock().equals(server));
	}

	// A moment that is not after the vote, in nanoseconds of this JVM.
	private long begin(int node) {
		Seat seat = this.seats[node];
		PushMessage vote = seat.vote;
		return (vote != null) ? seat.zero + vote.time().millis() * MILLI : seat.zero;
	}

	boolean isTold() {
		return !this.told.clock().isEmpty();
	}

	// Then nothing is lost if the attempt is forgotten and asks again: it is queued
	// nowhere and has given up nothing.
	boolean isBlank() {
		return !isTold()
				&& Arrays.stream(this.seats).noneMatch((seat) -> seat.unclear || seat.onTheWay > 0 || seat.givenUp > 0);
	}

	boolean isMajority() {
		return IntStream.range(0, this.seats.length)
			.filter((node) -> this.seats[node].vote != null)
			.count() >= this.quorum.majority();
	}

	// As old and as short as the oldest and shortest vote, by the clock that the caller
	// was given before.
	PushMessage grant(BitSet nodes, long leaseMillis) {
		List<PushMessage> all = nodes.stream().mapToObj((node) -> this.seats[node].vote).toList();
		long begin = nodes.stream().mapToLong((node) -> begin(node) - this.toldZero).min().orElseThrow();
		PushMessage one = all.get(0);
		return new PushMessage(PushMessage.Kind.GRANT, one.id(),
				new ServerTime(this.told.clock(), Math.floorDiv(begin, MILLI)), one.firstToken(),
				least(all, PushMessage::lastToken), Math.min(least(all, PushMessage::millis), leaseMillis), one.key());
	}

	private static long least(List<PushMessage> all, ToLongFunction<PushMessage> part) {
		return all.stream().mapToLong(part).min().orElseThrow();
	}

	/**
	 * What is known of one node.
	 */
	private static final class Seat {

		private ServerTime time = ServerTime.NONE;

		// when its clock was zero, or before, in nanoseconds of this JVM
		private long zero;

		// when the request was sent that it has answered last
		private long asked;

		private @Nullable PushMessage vote;

		// withdrawals without an answer
		private int onTheWay;

		private long givenUp;

		private boolean unclear;

	}

}

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
 * The votes that nodes have handed to one attempt while it waited, each by a message. A
 * vote is as good as one that was asked for, if three things are known:
 *
 * <ul>
 * <li>that nothing is on its way that would give it up: what the attempt has given up
 * before is answered, and no try of it has failed;</li>
 * <li>that it is not given up already: a node never gives a token twice, so it has a
 * larger one than all that were;</li>
 * <li>since when, at the earliest, it has been: by the clock of the node the message came
 * so much later than an answer, and that was asked for at a known moment. This has to be
 * that of the last answer that the caller was told, or a later one: an older one knows
 * nothing of a machine that has slept since, and little of a clock that drifts.</li>
 * </ul>
 *
 * <p>
 * Guarded by the mutex of the attempt.
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

	/**
	 * A node has answered a question, or has not.
	 * @param asked when it was asked, in nanoseconds of this JVM
	 */
	void answered(int node, long asked, @Nullable StoreReply reply) {
		if (reply == null) {
			return;
		}
		Seat seat = this.seats[node];
		ServerTime time = reply.time();
		long zero = asked - time.millis() * MILLI;
		// a clock may have been set back: the slowest answer decides
		seat.zero = (time.isOfSameClock(seat.time) && seat.zero - zero < 0) ? seat.zero : zero;
		seat.time = time;
		seat.asked = asked;
		if (seat.vote != null && reply.status() != Status.OWNED && time.millis() > seat.vote.time().millis()) {
			seat.vote = null;
		}
	}

	/**
	 * The caller is told to wait.
	 * @param time the time that it is told
	 * @param asked when it has asked, or later, in nanoseconds of this JVM
	 */
	void told(ServerTime time, long asked) {
		long zero = asked - time.millis() * MILLI;
		// whichever of the answers the caller goes by, a grant is to look no younger
		this.toldZero = (time.isOfSameClock(this.told) && this.toldZero - zero > 0) ? this.toldZero : zero;
		this.told = time;
		this.toldAsked = asked;
	}

	/**
	 * The attempt is about to give up what it has at a node.
	 * @param token what it has there, or a larger one; zero if it is not known
	 */
	void givesUp(int node, long token) {
		Seat seat = this.seats[node];
		seat.vote = null;
		seat.onTheWay++;
		seat.givenUp = Math.max(seat.givenUp, token);
		seat.unclear |= token == 0;
	}

	/**
	 * A node has answered to that, or has not.
	 */
	void gaveUp(int node, boolean answered) {
		Seat seat = this.seats[node];
		seat.onTheWay--;
		// it may be executed at any time
		seat.unclear |= !answered;
	}

	/**
	 * A node says that the attempt has its vote.
	 * @return whether that counts without a question
	 */
	boolean add(int node, PushMessage message) {
		Seat seat = this.seats[node];
		boolean sure = !seat.unclear && seat.onTheWay == 0 && message.firstToken() > seat.givenUp
				&& message.time().isOfSameClock(seat.time);
		if (sure) {
			seat.vote = message;
		}
		return sure;
	}

	/**
	 * The nodes whose votes are a majority for the token of one of them, and may be
	 * counted for it; none if there are too few.
	 */
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

	/**
	 * Since when a node has given its vote: a moment that is not after it.
	 * @return nanoseconds of this JVM
	 */
	private long begin(int node) {
		Seat seat = this.seats[node];
		PushMessage vote = seat.vote;
		return (vote != null) ? seat.zero + vote.time().millis() * MILLI : seat.zero;
	}

	/**
	 * Whether the caller knows by what clock it is told of a grant.
	 */
	boolean isTold() {
		return !this.told.clock().isEmpty();
	}

	/**
	 * Whether nothing would be lost if the attempt was forgotten and asked again: it has
	 * no place anywhere, and has never given up anything.
	 */
	boolean isBlank() {
		return !isTold()
				&& Arrays.stream(this.seats).noneMatch((seat) -> seat.unclear || seat.onTheWay > 0 || seat.givenUp > 0);
	}

	/**
	 * Whether so many have given their votes that they would decide if they agreed.
	 */
	boolean isMajority() {
		return IntStream.range(0, this.seats.length)
			.filter((node) -> this.seats[node].vote != null)
			.count() >= this.quorum.majority();
	}

	/**
	 * What the caller is told, by the clock that it was told before: the grant of a
	 * majority, which is as old and as short as that of any of its nodes.
	 * @param nodes the majority
	 * @param leaseMillis the lease that was asked for
	 */
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

		// when the question was asked that it has answered last
		private long asked;

		private @Nullable PushMessage vote;

		// what was given up there and has no answer yet
		private int onTheWay;

		private long givenUp;

		private boolean unclear;

	}

}

package io.github.lockstarter.proof.workload;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import io.github.lockstarter.proof.workload.Request.Access;
import io.github.lockstarter.proof.workload.Request.Body;
import io.github.lockstarter.proof.workload.Request.OnLoss;

/**
 * The requests of one thread: all kinds mixed, decided by the seed alone.
 */
public final class RequestMix {

	// In a thousand, where a mix has many.
	private static final int MANY = 150;

	private static final int MOST = 600;

	private static final int TOGETHER = 60;

	private static final int LONGEST_WAIT = 6_000;

	private static final int BRIEF_LOCKS = 3;

	private final Random random;

	private final int locks;

	private final long leaseMillis;

	private final long shortestLeaseMillis;

	private final Mix mix;

	private final List<Face> faces;

	private final int together;

	private final boolean ordered;

	private final Shares shares;

	/**
	 * Creates the requests.
	 * @param seed decides about them
	 * @param arguments which ones there are many of, for how many locks, by which faces
	 * @param timing the settings of the client
	 */
	public RequestMix(long seed, ClientArguments arguments, Timing timing) {
		this.random = new Random(seed);
		this.locks = arguments.number(ClientArguments.Name.LOCKS);
		this.leaseMillis = timing.leaseMillis();
		this.shortestLeaseMillis = timing.shortestLeaseMillis();
		this.mix = arguments.choice(ClientArguments.Name.MIX, Mix.class);
		this.faces = faces(arguments.choice(ClientArguments.Name.FACES, Faces.class),
				arguments.choice(ClientArguments.Name.TASKS, Tasks.class));
		this.together = (arguments.choice(ClientArguments.Name.SEVERAL, Several.class) == Several.NEVER) ? 0 : TOGETHER;
		// a quorum refuses to serve in order
		this.shares = arguments.choice(ClientArguments.Name.SHARES, Shares.class);
		this.ordered = !arguments.choice(ClientArguments.Name.SERVERS, Servers.class).isQuorum();
	}

	/**
	 * What there are tasks for: work that needs the one thread on which a caller waits
	 * for a lock would wait for that caller, and hold what others want.
	 */
	private static List<Face> faces(Faces faces, Tasks tasks) {
		if (faces == Faces.BLOCKING) {
			return List.of(Face.BLOCKING);
		}
		return switch (tasks) {
			case AMPLE -> List.of(Face.BLOCKING, Face.FUTURE, Face.STAGE, Face.REACTIVE, Face.PUBLISHER, Face.JOINED);
			case ONE -> List.of(Face.BLOCKING, Face.FUTURE, Face.REACTIVE, Face.JOINED);
			case FULL -> List.of(Face.BLOCKING, Face.FUTURE, Face.STAGE, Face.REACTIVE, Face.PUBLISHER);
		};
	}

	/**
	 * Draws the next one.
	 * @return what to ask for, and to do
	 */
	public Request next() {
		Request request = switch (this.mix) {
			case MIXED -> mixed(6, 1);
			case LONG -> mixed(6, MANY);
			case HELD -> mixed(6, MOST);
			case OVERSTAY -> mixed(MANY, 1);
			case FIXED -> (this.random.nextInt(1000) < MANY) ? fixed() : mixed(6, 1);
			case BRIEF -> brief();
			case CALM -> calm();
		};
		request = isShared() ? shared(request) : request;
		return (this.faces.size() > 1) ? request.face(this.faces.get(this.random.nextInt(this.faces.size()))) : request;
	}

	private boolean isShared() {
		return switch (this.shares) {
			case NEVER -> false;
			case SOMETIMES -> this.random.nextInt(4) == 0;
			case MOSTLY -> this.random.nextInt(4) > 0;
		};
	}

	/**
	 * For reading, or for one of two or three permits: with a little work, so that some
	 * are beside others.
	 */
	private Request shared(Request request) {
		int limit = this.random.nextBoolean() ? 0 : 2 + this.random.nextInt(2);
		boolean idle = request.body().millis() == 0 && this.random.nextBoolean();
		return (idle ? request.body(request.body().lasting(1 + this.random.nextInt(8))) : request).limit(limit);
	}

	/**
	 * One in twenty-five has a lock for so long that many others come and go.
	 */
	private Request brief() {
		List<String> names = List.of(Names.single(this.random.nextInt(Math.min(this.locks, BRIEF_LOCKS))));
		Order order = this.ordered ? Order.FAIR : Order.PLAIN;
		if (this.random.nextInt(25) > 0) {
			return Request.of(names, 10 + this.random.nextInt(20)).order(order);
		}
		return Request.of(names, LONGEST_WAIT)
			.order(order)
			.body(new Body(300 + this.random.nextInt(500), Access.WRITE, OnLoss.GOES_ON));
	}

	/**
	 * A fixed lease as long as a renewed one, which is needed to its end.
	 */
	private Request fixed() {
		long lease = this.leaseMillis - this.random.nextInt((int) this.leaseMillis / 4);
		return Request.of(names(), LONGEST_WAIT).lease(lease).body(new Body(lease - 200, Access.WRITE, OnLoss.GOES_ON));
	}

	private Request calm() {
		Order order = (this.random.nextBoolean() && this.ordered) ? Order.FAIR : Order.PLAIN;
		return Request.of(List.of(Names.calm(this.random.nextInt(Names.CALM))), 12_000)
			.order(order)
			.body(new Body(2_000 + this.random.nextInt(14_000), Access.WRITE, OnLoss.ENDS));
	}

	private List<String> names() {
		if (this.together == 0 || this.random.nextInt(1000) >= 2 * this.together) {
			return List.of(Names.single(this.random.nextInt(this.locks)));
		}
		int count = this.random.nextBoolean() ? 1 : 2 + this.random.nextInt(2);
		int first = this.random.nextInt(Names.SEVERAL);
		return IntStream.range(first, first + count).mapToObj((i) -> Names.together(i % Names.SEVERAL)).toList();
	}

	private Request mixed(int overstays, int longBodies) {
		List<String> names = names();
		Access access = (this.random.nextInt(3) > 0) ? Access.WRITE : Access.NONE;
		Order order = (this.random.nextInt(4) == 0 && this.ordered) ? Order.FAIR : Order.PLAIN;
		long wait = 300 + this.random.nextInt(LONGEST_WAIT);
		Body body = new Body((this.random.nextInt(20) == 0) ? 1 + this.random.nextInt(4) : 0, access, OnLoss.GOES_ON);
		Request request = Request.of(names, wait).order(order).body(body);
		int kind = this.random.nextInt(1000);
		if (kind < overstays) {
			// a fixed lease that is over before the body is
			long lease = this.shortestLeaseMillis + this.random.nextInt(80);
			return request.lease(lease).body(body.lasting(lease + this.random.nextInt(60)));
		}
		kind -= overstays;
		if (kind < longBodies) {
			// a body that needs renewals
			return request.body(body.lasting(this.leaseMillis + this.random.nextInt(300)));
		}
		kind -= longBodies;
		if (kind < 150) {
			return request.lease(Math.max(200, this.shortestLeaseMillis) + this.random.nextInt(900));
		}
		if (kind < 165) {
			return request.minHold(30 + this.random.nextInt(60)).body(body.lasting(0));
		}
		if (kind < 210) {
			return new Request(names, 0, 0, 0, order, 1, body, Face.BLOCKING);
		}
		if (kind < 300) {
			return new Request(names, 1 + this.random.nextInt(40), 0, 0, order, 1, body, Face.BLOCKING);
		}
		return request;
	}

}

package io.github.lockstarter.benchmark.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.lockstarter.benchmark.contender.Endpoint;
import io.github.lockstarter.benchmark.jvm.CandidateJvm;
import io.github.lockstarter.benchmark.jvm.Register;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.FaultProxy.Flow;

/**
 * Three JVMs that elect a leader by one library on one store, each over a proxy of its
 * own.
 */
final class Electorate implements AutoCloseable {

	private static final int CANDIDATES = 3;

	private static final Pattern PORT = Pattern.compile(":(\\d+)(?=/|$)");

	// After a fault, at most: longer than the longest session.
	private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(25);

	// What comes late, such as a leader that does not know of its end, is seen then.
	private static final Duration AFTERWARDS = Duration.ofSeconds(2);

	private static final Duration SETTLED = Duration.ofSeconds(3);

	private final String contender;

	private final Endpoint endpoint;

	private final List<FaultProxy> proxies = new ArrayList<>();

	private final List<CandidateJvm> candidates = new ArrayList<>();

	private final Register register = new Register();

	Electorate(String contender, Endpoint endpoint) {
		this.contender = contender;
		this.endpoint = endpoint;
		Matcher port = port(endpoint);
		for (int i = 0; i < CANDIDATES; i++) {
			this.proxies.add(FaultProxy.to("127.0.0.1", Integer.parseInt(port.group(1))));
			this.candidates.add(start(i));
		}
	}

	private static Matcher port(Endpoint endpoint) {
		Matcher port = PORT.matcher(endpoint.servers().get(0));
		if (!port.find()) {
			throw new IllegalArgumentException(endpoint.toString());
		}
		return port;
	}

	private CandidateJvm start(int index) {
		String through = port(this.endpoint).replaceFirst(":" + this.proxies.get(index).port());
		return CandidateJvm.start(this.contender, new Endpoint(List.of(through), this.endpoint.lease()), this.register);
	}

	/**
	 * Waits until there is a leader and the others wait.
	 * @param more how much longer, so that a fault meets another time of the lease
	 */
	void settle(Duration more) throws InterruptedException {
		for (CandidateJvm candidate : this.candidates) {
			candidate.awaitReady();
		}
		this.register.awaitLeader(System.nanoTime());
		sleep(SETTLED.plus(more));
	}

	/**
	 * Makes one fault happen to the leader or the store, and replaces a leader that it
	 * ends.
	 */
	Outcome suffer(Fault fault) throws InterruptedException {
		CandidateJvm leader = this.register.awaitLeader(System.nanoTime());
		List<FaultProxy> ways = (fault == Fault.UNREACHABLE) ? this.proxies
				: List.of(this.proxies.get(this.candidates.indexOf(leader)));
		long begin = System.nanoTime();
		long noticed = begin;
		switch (fault) {
			case KILL -> leader.kill();
			case STOP -> leader.stop();
			case FREEZE -> {
				leader.freeze();
				sleep(fault.duration());
				noticed = System.nanoTime();
				leader.thaw();
			}
			case CUT_OFF, UNREACHABLE -> {
				flow(ways, Flow.HOLD);
				sleep(fault.duration());
				flow(ways, Flow.PASS);
			}
		}
		this.register.awaitGranted(begin, PATIENCE_NANOS);
		sleep(AFTERWARDS);
		if (this.contender.startsWith("starter")) {
			this.register.requireGrowingTokens();
		}
		Outcome outcome = new Outcome(millis(this.register.revokedAfter(leader, begin), noticed),
				millis(this.register.grantedAfter(begin), begin), this.register.overlapNanos(begin) / 1e6);
		if (fault.ends()) {
			leader.close();
			int index = this.candidates.indexOf(leader);
			this.candidates.set(index, start(index));
		}
		return outcome;
	}

	private static OptionalDouble millis(OptionalLong nanos, long since) {
		return nanos.isPresent() ? OptionalDouble.of((nanos.getAsLong() - since) / 1e6) : OptionalDouble.empty();
	}

	String contender() {
		return this.contender;
	}

	private static void flow(List<FaultProxy> ways, Flow flow) {
		for (FaultProxy way : ways) {
			way.newConnections(flow);
			way.requests(flow);
			way.replies(flow);
		}
	}

	private static void sleep(Duration duration) throws InterruptedException {
		TimeUnit.NANOSECONDS.sleep(duration.toNanos());
	}

	@Override
	public void close() {
		this.candidates.forEach(CandidateJvm::close);
		this.proxies.forEach(FaultProxy::close);
	}

	/**
	 * What came of a fault.
	 *
	 * @param revoked until the leader was revoked, if it was
	 * @param granted until the next one began, if there was one
	 * @param overlap for how long two worked
	 */
	record Outcome(OptionalDouble revoked, OptionalDouble granted, double overlap) {

		void addTo(Run run, Fault fault, String contender) {
			this.revoked.ifPresent((millis) -> run.add(fault.text(), contender, Metric.TO_REVOKED, millis));
			this.granted.ifPresent((millis) -> run.add(fault.text(), contender, Metric.TO_GRANTED, millis));
			run.add(fault.text(), contender, Metric.TWO_LEADERS, this.overlap);
		}

	}

	/**
	 * What happens.
	 */
	enum Fault {

		KILL("the leader is killed", 0), FREEZE("the leader is frozen for 20 s", 20),
		STOP("the leader stops gracefully", 0), CUT_OFF("the leader cannot reach the store for 20 s", 20),
		UNREACHABLE("no instance can reach the store for 10 s", 10);

		private final String text;

		private final int seconds;

		Fault(String text, int seconds) {
			this.text = text;
			this.seconds = seconds;
		}

		String text() {
			return this.text;
		}

		Duration duration() {
			return Duration.ofSeconds(this.seconds);
		}

		boolean takesMillis() {
			return this == STOP;
		}

		boolean ends() {
			return this == KILL || this == STOP;
		}

	}

}

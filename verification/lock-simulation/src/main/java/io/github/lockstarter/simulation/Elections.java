package io.github.lockstarter.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.leader.LeaderListener;
import io.github.lockstarter.leader.Leadership;
import io.github.lockstarter.proof.checker.Checker;
import io.github.lockstarter.proof.checker.Findings;
import io.github.lockstarter.proof.history.HistoryReader;
import io.github.lockstarter.proof.history.Line;
import io.github.lockstarter.simulation.client.Backend;
import io.github.lockstarter.simulation.client.Candidate;
import io.github.lockstarter.simulation.client.Instance;
import io.github.lockstarter.simulation.client.Network;
import io.github.lockstarter.simulation.workload.WorldTime;
import io.github.lockstarter.simulation.world.Chance;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.World;
import io.github.lockstarter.store.Moment;

/**
 * Instances that elect a leader, in some runs. Two leaders by their own clocks, and
 * tokens that do not grow, are found by the checks of the campaign, in a history of the
 * leaderships and with the same excuses; this class judges the calls of the listeners.
 */
final class Elections {

	private static final String NAME = "elect:0";

	private static final long ELECTIONS = 0x656c656374L;

	// In one of so many runs.
	private static final int ELECTING = 5;

	private static final long MILLI = 1_000_000;

	// What may excuse two leaders: pauses, faults, isolations and marks.
	private static final Set<Character> EXCUSES = Set.of('P', 'D', 'I', 'M');

	private final Level level;

	private final World world;

	private final Backend backend;

	private final Network network;

	// Of its own: the stories of runs without elections are those of before.
	private final Chance chance;

	private final boolean some;

	private final Map<String, List<Line>> history = new LinkedHashMap<>();

	private final List<Member> members = new ArrayList<>();

	private final List<String> violations = new ArrayList<>();

	private long cases;

	Elections(long seed, Level level, World world, Backend backend, Network network) {
		this.level = level;
		this.world = world;
		this.backend = backend;
		this.network = network;
		this.chance = new Chance(seed ^ ELECTIONS);
		this.some = arePossible() && this.chance.oneIn(ELECTING);
	}

	// Elsewhere a second client of an instance would be taken for another instance.
	private boolean arePossible() {
		return this.level == Level.RECORDS || this.level == Level.SCRIPTS || this.level == Level.JDBC;
	}

	/**
	 * An instance has started.
	 */
	void join(Instance instance) {
		if (this.some) {
			Member member = new Member(instance.process());
			member.candidate = instance.elect(NAME, this.backend, this.network, this.level.timing(), member);
			this.members.add(member);
			member.look();
		}
	}

	/**
	 * What was seen.
	 * @param all the history of the run
	 */
	List<Findings> findings(Map<String, List<Line>> all) {
		if (!arePossible()) {
			return List.of();
		}
		if (this.some && this.members.stream().noneMatch((member) -> member.isLeader())) {
			this.violations.add("no instance leads after the calm");
		}
		List<Findings> findings = new ArrayList<>();
		findings.add(Findings.of("Leaders", "granted and revoked come in pairs, in time, and one instance leads",
				this.cases, this.violations));
		HistoryReader reader = new HistoryReader();
		Map<String, List<Line>> lines = new LinkedHashMap<>(this.history);
		all.forEach((client, written) -> lines.merge(client,
				written.stream().filter((line) -> EXCUSES.contains(line.kind())).toList(), (one, other) -> {
					List<Line> both = new ArrayList<>(one);
					both.addAll(other);
					return both;
				}));
		lines.forEach(reader::add);
		for (Findings seen : Checker.check(reader.history(), Map.of("client", this.level.bounds()),
				this.level.scope())) {
			if (seen.check().equals("Overlap") || seen.check().equals("Token")) {
				findings.add(Findings.of("Leader" + seen.check(), seen.promise(), seen.cases(), seen.violations()));
			}
		}
		return findings;
	}

	/**
	 * One candidate.
	 */
	private final class Member implements LeaderListener {

		private final Process process;

		private final List<Line> lines;

		private @Nullable Candidate candidate;

		private long since;

		private int number;

		private boolean leads;

		private long token;

		private long looked;

		private Moment clocks;

		private long stood;

		Member(Process process) {
			this.process = process;
			this.lines = Elections.this.history.computeIfAbsent(process.name(), (name) -> new ArrayList<>());
			this.since = now();
			this.clocks = process.now();
		}

		private long now() {
			return Elections.this.world.now();
		}

		boolean isLeader() {
			return !this.process.isDead() && this.candidate != null && this.candidate.leadership().isLeader();
		}

		// Now and then, also after a pause: what it believes then counts.
		void look() {
			this.looked = now();
			this.clocks = this.process.now();
			this.process.after(step(), () -> {
				if (stoodStill()) {
					this.stood = now();
				}
				if (isLeader() && this.leads) {
					write('H', id(), Math.max(now() + 1, now() + left()));
				}
				if (this.leads && Elections.this.chance.oneIn(60) && this.candidate != null) {
					this.candidate.leadership().yield();
				}
				look();
			});
		}

		private long step() {
			return leaseNanos() / 10;
		}

		private long leaseNanos() {
			return Elections.this.level.timing().leaseMillis() * MILLI;
		}

		// Then its lease may end before anybody can be told: the process stood still, or
		// its
		// wall clock was set.
		private boolean stoodStill() {
			Moment before = this.clocks;
			Moment after = this.process.now();
			long stepped = after.wallMillis() - before.wallMillis() - (after.nanos() - before.nanos()) / MILLI;
			return now() - this.looked > 2 * step() || Math.abs(stepped) > 1;
		}

		private long left() {
			Duration remaining = (this.candidate != null) ? this.candidate.remaining() : Duration.ZERO;
			return this.process.inWorld(remaining.toNanos());
		}

		@Override
		public void granted(Leadership leadership) {
			Elections.this.cases++;
			if (this.leads) {
				violation("granted twice");
			}
			this.leads = true;
			this.number++;
			this.token = leadership.fencingToken().orElse(0);
			Elections.this.world.tell(this.process.name() + " leads with " + this.token);
			// the request was sent some time since
			this.lines.add(WorldTime.line('S', this.since, id(), NAME, 0, 0, 0, "plain"));
			if (leadership.isLeader()) {
				write('E', id(), this.token, now() + left());
			}
		}

		@Override
		public void revoked(Leadership leadership, String reason) {
			Elections.this.world.tell(this.process.name() + " leads no more: " + reason);
			if (!this.leads) {
				violation("revoked and never granted");
			}
			if (leadership.isLeader()) {
				violation("revoked and still the leader");
			}
			if (leadership.fencingToken().orElse(0) != this.token) {
				violation("revoked without its token");
			}
			boolean stood = stoodStill() || (this.stood > 0 && now() - this.stood < leaseNanos());
			if (reason.contains("could not be renewed in time") && !stood) {
				violation("revoked after the end of its lease: " + reason);
			}
			this.leads = false;
			write('X', id());
			write('R', id(), "OK");
			this.since = now();
		}

		private String id() {
			return this.process.name() + "-leader" + this.number;
		}

		private void write(char kind, Object... words) {
			this.lines.add(WorldTime.line(kind, now(), words));
		}

		private void violation(String what) {
			Elections.this.violations.add(this.process.name() + " at " + now() / MILLI + "ms: " + what);
		}

	}

}

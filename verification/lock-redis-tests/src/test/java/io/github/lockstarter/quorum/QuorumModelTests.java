package io.github.lockstarter.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.github.lockstarter.quorum.ModelMaster.Bug;
import io.github.lockstarter.store.PushMessage;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The store itself, on masters and a network that are a model: random, but the same for
 * the same seed. What {@code docs/proof/quorum.pml} checks in all states of a small
 * protocol is checked here in some states of the real one.
 */
@Tag("gate")
class QuorumModelTests {

	private static final int SEEDS = 4;

	private static final Setting MIXED = new Setting(3, 0, 50, 20, 60, 100, 400, Bug.NONE);

	@ParameterizedTest
	@CsvSource(textBlock = """
			3,   0,     0, 1000000, 1000000
			3,   0, 30000,      10, 1000000
			3, 100,   100,      10, 1000000
			5, 100, 30000,      10, 1000000
			3,   0,     0,      20,     400
			3, 100,    50,      20,     400
			5, 100,    50,      20,     300
			""")
	void tokensGrowWithEveryHolderAndNoTwoAreInside(int nodes, long skew, long behind, int lossOneIn, int forgetOneIn) {
		long holds = 0;
		long handedOver = 0;
		for (long seed = 0; seed < SEEDS; seed++) {
			Run run = new Run(new Setting(nodes, skew, behind, lossOneIn, forgetOneIn, 100, Bug.NONE), seed);
			assertThat(run.violations).as("seed %s", seed).isEmpty();
			assertThat(run.leftBehind()).as("seed %s", seed).isZero();
			holds += run.holds.size();
			handedOver += run.handedOver();
		}
		assertThat(holds).isGreaterThan(SEEDS * 40L);
		assertThat(handedOver).as("entered by messages alone").isPositive();
	}

	@Test
	void tokenThatIsNotStoredIsNoticed() {
		assertThat(violations(new Setting(3, 0, 30_000, 10, 1_000_000, 100, Bug.NO_WRITE_BACK))).isPositive();
	}

	@Test
	void masterThatForgotAndCountsAtOnceIsNoticed() {
		assertThat(violations(new Setting(3, 100, 50, 20, 20, 0, Bug.NONE))).isPositive();
	}

	private static long violations(Setting setting) {
		return LongStream.range(0, 4 * SEEDS)
			.map((seed) -> new Run(setting, seed).violations.size())
			.filter((count) -> count > 0)
			.findFirst()
			.orElse(0);
	}

	@Test
	void whoHasShortLeasesWaitsForThoseWhoHaveLongOnes() {
		long holds = 0;
		for (long seed = 0; seed < SEEDS; seed++) {
			Run run = new Run(MIXED.with(Bug.NONE), seed);
			assertThat(run.violations).as("seed %s", seed).isEmpty();
			holds += run.holds.size();
		}
		assertThat(holds).isGreaterThan(SEEDS * 40L);
	}

	@Test
	void mastersThatDoNotSayHowLongLeasesMayBeAreNoticed() {
		assertThat(violations(MIXED.with(Bug.NOT_TOLD))).isPositive();
	}

	/**
	 * What a run is like.
	 *
	 * @param skew how far the clocks of the masters are apart, in milliseconds
	 * @param behind how far the clients' estimates of them are apart
	 * @param lossOneIn of how many commands and answers one is lost
	 * @param forgetOneIn in how many steps of 10 ms a master forgets
	 * @param restartDelay for how long a master does not count then
	 * @param longLease the leases of every other client, which are its delay, too
	 */
	private record Setting(int nodes, long skew, long behind, int lossOneIn, int forgetOneIn, long restartDelay,
			long longLease, Bug bug) {

		private static final long LEASE = 100;

		private Setting(int nodes, long skew, long behind, int lossOneIn, int forgetOneIn, long restartDelay, Bug bug) {
			this(nodes, skew, behind, lossOneIn, forgetOneIn, restartDelay, LEASE, bug);
		}

		private Setting with(Bug other) {
			return new Setting(this.nodes, this.skew, this.behind, this.lossOneIn, this.forgetOneIn, this.restartDelay,
					this.longLease, other);
		}

		private QuorumSettings settings(int client) {
			boolean isLong = client % 2 == 0 && this.longLease > LEASE;
			return new QuorumSettings(Duration.ofMillis(ModelLink.TIMEOUT),
					Duration.ofMillis(isLong ? this.longLease : LEASE),
					Duration.ofMillis(isLong ? this.longLease : this.restartDelay));
		}

	}

	/**
	 * Some seconds of four clients on one lock.
	 */
	private static final class Run {

		private final World world;

		private final List<ModelMaster> masters;

		private final List<ModelClient> clients = new ArrayList<>();

		private final List<ModelClient.Hold> holds = new ArrayList<>();

		private final List<String> violations = new ArrayList<>();

		private Run(Setting setting, long seed) {
			this.world = new World(seed);
			this.masters = IntStream.range(0, setting.nodes)
				.mapToObj((i) -> new ModelMaster(this.world, "m" + i, this.world.upTo(setting.skew), setting.bug,
						this::tell))
				.toList();
			this.world.run(1_000);
			for (int i = 0; i < 4; i++) {
				long behind = this.world.upTo(setting.behind);
				List<ModelLink> links = this.masters.stream()
					.map((master) -> new ModelLink(this.world, master, setting.lossOneIn, behind))
					.toList();
				this.clients.add(new ModelClient(this.world, links, setting.settings(i), "c" + i, this::entered));
			}
			for (int step = 0; step < 2_000; step++) {
				this.world.run(10);
				if (this.world.oneIn(setting.forgetOneIn)) {
					this.masters.get(this.world.random.nextInt(setting.nodes)).forget();
				}
			}
			this.clients.forEach(ModelClient::stop);
		}

		private void tell(ModelMaster master, String waiter, @Nullable PushMessage grant) {
			this.clients.stream().filter((client) -> client.isMine(waiter)).forEach((client) -> {
				if (grant != null) {
					client.handed(master, grant);
				}
				else {
					this.world.later(client::wake, this.world.upTo(10));
				}
			});
		}

		private void entered(ModelClient.Hold hold) {
			// older ones were compared with those in between
			for (ModelClient.Hold other : this.holds.subList(Math.max(this.holds.size() - 50, 0), this.holds.size())) {
				if (other.token == hold.token) {
					this.violations.add("one token: " + other + ", " + hold);
				}
				else if (other.token > hold.token && other.begin < hold.asked) {
					this.violations.add("a smaller token later: " + other + ", " + hold);
				}
				if (other.isInside(hold.begin)) {
					this.violations.add("both inside: " + other + ", " + hold);
				}
			}
			this.holds.add(hold);
		}

		private long handedOver() {
			return this.clients.stream().mapToLong((client) -> client.handedOver).sum();
		}

		/**
		 * How many masters keep the lock for somebody when all have gone.
		 */
		private long leftBehind() {
			this.world.run(1_500);
			return this.masters.stream().filter(ModelMaster::isHeld).count();
		}

	}

}

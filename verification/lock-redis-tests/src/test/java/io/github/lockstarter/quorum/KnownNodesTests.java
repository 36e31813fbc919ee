package io.github.lockstarter.quorum;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link KnownNodes}: when a master counts that has restarted, to an instance
 * whose leases are 6 s. All have been up for an hour before.
 */
class KnownNodesTests {

	private static final long HOUR = 3_600_000;

	private static final long OWN = 6_000;

	private static final long LONG = 30_000;

	private final World world = new World(1);

	private final ScriptedNode first = new ScriptedNode("first");

	private final ScriptedNode second = new ScriptedNode("second");

	private final ScriptedNode third = new ScriptedNode("third");

	private final List<ScriptedNode> nodes = List.of(this.first, this.second, this.third);

	private KnownNodes known;

	@BeforeEach
	void begin() {
		this.world.run(HOUR);
		this.known = known(Duration.ofMillis(OWN));
	}

	private KnownNodes known(Duration restartDelay) {
		KnownNodes fresh = new KnownNodes(List.copyOf(this.nodes),
				new QuorumSettings(Duration.ofSeconds(1), Duration.ofMillis(OWN), restartDelay), this.world);
		for (int i = 0; i < this.nodes.size(); i++) {
			this.nodes.get(i).start("me", null, fresh.seat(i));
		}
		return fresh;
	}

	private void says(ScriptedNode node, long millis) {
		node.seat().told(node.identity, millis, this.world.nanoTime());
	}

	private void allSay(long millis) {
		this.nodes.forEach((node) -> says(node, millis));
	}

	private void restart(ScriptedNode node) {
		node.identity += " again";
		node.start = new QuorumNode.Start(this.world.nanoTime(), this.world.now().wallMillis());
	}

	private boolean counts(ScriptedNode node) {
		return this.known.counts(this.nodes.indexOf(node), node.identity, this.world.nanoTime());
	}

	private String objection(ScriptedNode node) {
		return this.known.objection(this.nodes.indexOf(node), node.identity, this.world.nanoTime());
	}

	@Test
	void masterThatWasNotToldDoesNotCount() {
		says(this.second, OWN);
		says(this.third, OWN);
		assertThat(counts(this.first)).isFalse();
		assertThat(objection(this.first)).isEqualTo("does not know the longest lease time yet");
		says(this.first, 0);
		this.first.seat().notTold("OOM");
		assertThat(counts(this.first)).isFalse();
		assertThat(objection(this.first)).isEqualTo("does not know the longest lease time yet: OOM");
		says(this.first, OWN);
		assertThat(counts(this.first)).isTrue();
		says(this.first, 0);
		assertThat(counts(this.first)).as("it has lost that").isFalse();
	}

	@Test
	void masterThatHasRestartedIsToldAnew() {
		allSay(OWN);
		assertThat(counts(this.first)).isTrue();
		restart(this.first);
		this.world.run(HOUR);
		says(this.second, OWN);
		says(this.third, OWN);
		assertThat(counts(this.first)).isFalse();
		says(this.first, OWN);
		assertThat(counts(this.first)).isTrue();
	}

	@Test
	void masterThatHasRestartedCountsWhenTheLongestLeaseIsOver() {
		allSay(LONG);
		restart(this.first);
		allSay(LONG);
		this.world.run(LONG - 1);
		allSay(LONG);
		assertThat(counts(this.first)).isFalse();
		assertThat(objection(this.first)).isEqualTo("counts again in 1ms");
		this.world.run(1);
		assertThat(counts(this.first)).isTrue();
		assertThat(this.known.counts(0, this.first.identity, this.world.nanoTime() - 1)).as("asked before").isFalse();
		assertThat(this.known.counts(0, this.first.identity, this.world.nanoTime(),
				1_000 * (this.first.start.serverMillis() + LONG)))
			.as("a token that it may have forgotten")
			.isFalse();
		assertThat(this.known.counts(0, this.first.identity, this.world.nanoTime(),
				1_000 * (this.first.start.serverMillis() + LONG) + 1))
			.isTrue();
	}

	@Test
	void leaseThatOneMasterOnlyRemembersIsWaitedFor() {
		restart(this.first);
		restart(this.second);
		says(this.first, OWN);
		says(this.second, OWN);
		this.world.run(OWN);
		assertThat(counts(this.first)).isFalse();
		assertThat(objection(this.first)).isEqualTo("counts when third has reported the longest lease time");
		says(this.third, LONG);
		assertThat(objection(this.first)).isEqualTo("counts again in 24s");
	}

	@Test
	void whatWasSaidBeforeTheRestartMayHaveChanged() {
		allSay(OWN);
		this.world.run(1);
		restart(this.first);
		says(this.first, OWN);
		this.world.run(OWN);
		assertThat(objection(this.first)).startsWith("counts when second has reported");
		says(this.second, OWN);
		says(this.third, LONG);
		assertThat(objection(this.first)).isEqualTo("counts again in 24s");
	}

	@Test
	void masterThatCannotBeReachedIsNotWaitedFor() {
		restart(this.first);
		says(this.first, OWN);
		says(this.second, OWN);
		this.world.run(OWN);
		says(this.second, OWN);
		this.third.seat().away();
		assertThat(counts(this.first)).isTrue();
		says(this.third, LONG);
		assertThat(counts(this.first)).as("it is back, and remembers").isFalse();
	}

	@Test
	void whatAMasterSaidIsRememberedWhileItIsAway() {
		allSay(LONG);
		this.third.seat().away();
		restart(this.first);
		says(this.first, OWN);
		says(this.second, LONG);
		restart(this.second);
		says(this.second, OWN);
		this.world.run(OWN);
		assertThat(counts(this.first)).isFalse();
		assertThat(this.first.seat().longestMillis()).as("what it is told when it has restarted").isEqualTo(LONG);
		assertThat(this.first.seat().ownLongestMillis()).isEqualTo(OWN);
	}

	@Test
	void longerLeasesThatBeginNowStopNobody() {
		allSay(OWN);
		restart(this.first);
		allSay(OWN);
		this.world.run(OWN);
		allSay(OWN);
		allSay(HOUR);
		assertThat(this.nodes).allMatch(this::counts);
		restart(this.first);
		allSay(HOUR);
		this.world.run(OWN);
		assertThat(counts(this.first)).as("from now on").isFalse();
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void longerLeasesOfOthersAreSaidOnce(CapturedOutput output) {
		allSay(OWN);
		assertThat(output).doesNotContain("Other instances");
		allSay(LONG);
		assertThat(output).containsOnlyOnce("Other instances use leases of up to 30s, this instance of up to 6s");
	}

	@Test
	void longerLeasesAreForgottenWithThoseWhoAskForThem() {
		allSay(LONG);
		allSay(OWN);
		restart(this.first);
		allSay(OWN);
		this.world.run(OWN);
		assertThat(counts(this.first)).isTrue();
	}

	@Test
	void withoutADelayAllCount() {
		this.known = known(Duration.ZERO);
		restart(this.first);
		assertThat(this.nodes).allMatch(this::counts);
		assertThat(this.first.seat().restartDelay()).isZero();
		assertThat(this.first.seat().ownLongestMillis()).as("others may have one").isEqualTo(OWN);
	}

}

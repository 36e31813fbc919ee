package io.github.lockstarter.simulation.beside;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.proof.campaign.Campaign;
import io.github.lockstarter.proof.campaign.CampaignResult;
import io.github.lockstarter.proof.campaign.CampaignSettings;
import io.github.lockstarter.proof.campaign.Conditions;
import io.github.lockstarter.proof.campaign.Size;
import io.github.lockstarter.proof.checker.Checker;
import io.github.lockstarter.proof.checker.Findings;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.workload.Servers;
import io.github.lockstarter.proof.workload.Several;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The simulated world is like the real one: what comes of a call here comes of one there.
 */
// a campaign in real time, and three more in virtual time
@Tag("slow")
class BesideIntegrationTests {

	private static final Size SIZE = new Size(2, 12, 4, 4, 1);

	private static final long SEED = 4_711;

	private static final long SECONDS = 20;

	// Nobody is interrupted, and who gets a lock so late that its lease is over is rare.
	private static final Set<Outcome> NEVER = EnumSet.of(Outcome.REFUSED_INTERRUPTED, Outcome.REFUSED_OTHERWISE,
			Outcome.UNKNOWN);

	private static final Set<Outcome> RARE = EnumSet.of(Outcome.GOT_TOO_LATE, Outcome.DIED_HOLDING,
			Outcome.BLOCK_USED_UP);

	// What comes of a thousand calls where nothing is broken.
	private static final Set<Outcome> ALWAYS = EnumSet.of(Outcome.ENTERED_AT_ONCE, Outcome.ENTERED_BY_A_MESSAGE,
			Outcome.ENTERED_FROM_A_NEIGHBOUR, Outcome.REFUSED_HELD_AT_ONCE, Outcome.REFUSED_HELD, Outcome.RELEASED,
			Outcome.QUESTION, Outcome.QUEUED, Outcome.MESSAGE, Outcome.RELEASE_ANSWERED, Outcome.BLOCK_FOR_ONE,
			Outcome.BLOCK_FOR_SEVERAL);

	@Test
	void whatComesOfACallInTheRealWorldComesOfOneInTheSimulatedOne() throws InterruptedException {
		Set<Outcome> simulated = new Outcomes(simulated(SECONDS)).met();
		assertThat(simulated).doesNotContainAnyElementsOf(NEVER).containsAll(EnumSet.complementOf(union(NEVER, RARE)));
		Outcomes real = new Outcomes(real());
		assertThat(real.met()).as("of %s calls", real.calls()).isSubsetOf(union(simulated, RARE)).containsAll(ALWAYS);
	}

	@Test
	void sameSeedIsTheSameCampaign() {
		assertThat(simulated(2).operations()).hasToString(simulated(2).operations().toString());
	}

	private static EnumSet<Outcome> union(Set<Outcome> one, Set<Outcome> other) {
		EnumSet<Outcome> all = EnumSet.copyOf(one);
		all.addAll(other);
		return all;
	}

	private static History simulated(long seconds) {
		History history = new SimulatedCampaign(SEED, SIZE, Machine.QUIET).run(seconds * 1_000_000_000,
				FaultPlan.byChance(SEED, SimulatedCampaign.places(SIZE), seconds));
		assertThat(Checker.check(history, SimulatedCampaign.bounds(), Campaign.scope(Servers.ONE)))
			.allSatisfy((found) -> assertThat(found.violations()).as(found.check()).isEmpty());
		return history;
	}

	/**
	 * Ends by what was done and not by time, and nothing happens because time is over: so
	 * it is the same on a machine that is busy.
	 */
	private static History real() throws InterruptedException {
		CampaignResult result = new Campaign(
				CampaignSettings.of(SEED, Campaign.directory(Path.of("target", "proof"), "beside-"))
					.under(Conditions.PLAIN.several(Several.SOMETIMES))
					.with(EnumSet.noneOf(FaultKind.class))
					.in(Servers.UNHURRIED, 1)
					.size(SIZE)
					.until(1_000, 0, Duration.ofMinutes(3)),
				System.out::println)
			.run();
		assertThat(result.findings()).extracting(Findings::violationCount).containsOnly(0L);
		return result.history();
	}

}

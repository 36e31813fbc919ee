package io.github.lockstarter.proof.checker;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.proof.checker.Checker.Scope;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What waiting may cost, and what it must not do without, with times in milliseconds, as
 * in {@link CheckerTests}.
 */
class CostCheckerTests {

	// One caller waits while a master is away; its client sends so much in two seconds.
	private static String waiting(int requests) {
		return "S 0 a L 9000 0 0 plain; D 9999 1 MASTER_RESTARTED c1@0/3;"
				+ CheckerTests.many(20, (i) -> "Q %d c1 %d".formatted(500 * i, (i < 10) ? 0 : requests * (i - 10) / 4));
	}

	@Test
	void aQuestionToAQuorumIsAProposalAndTheWordThatTakesItBack() {
		// 17 questions and two new connections: of one Redis that is too much
		assertThat(violated(waiting(2 * 17 + 2 * 8), Scope.QUORUM)).isEmpty();
		assertThat(violated(waiting(2 * 17 + 2 * 8), Scope.ONE_SERVER)).containsExactly("Calm");
	}

	@Test
	void aStormToAQuorumIsFound() {
		assertThat(violated(waiting(100), Scope.QUORUM)).containsExactly("Calm");
	}

	@Test
	void betweenTwoWaitersIsOneGapAtMost() {
		assertThat(violated("J 1 L 0 0; J 2 L 400 200", Scope.ONE_SERVER)).isEmpty();
		assertThat(violated("J 1 L 0 0; J 2 L 200 2", Scope.ONE_SERVER)).containsExactly("Queue");
	}

	@Test
	void aSubscriptionIsKeptUntilThereIsAnother() {
		String lost = "u 1 c1 1; u 50 c1 0; D 90 10 NO_NEW_CONNECTION c1g0";
		assertThat(violated(lost, Scope.ONE_SERVER)).containsExactly("Subscribed");
		assertThat(violated(lost + "; D 40 30 CUT c1g0", Scope.ONE_SERVER)).isEmpty();
		assertThat(violated(lost + "; D 40 30 KILLED_CONNECTIONS *", Scope.ONE_SERVER)).isEmpty();
		assertThat(violated(lost.replace("u 50", "u 95"), Scope.ONE_SERVER)).isEmpty();
		assertThat(violated(lost.replace("c1 0", "c2 0"), Scope.ONE_SERVER)).isEmpty();
	}

	@Test
	void whoComesWhileAnEngineStartsWaitsForThatBesides() {
		String late = "A 0 z L 99; S 0 a L 1000 0 0 plain; N 1600 a HELD";
		assertThat(violated(late, Scope.ONE_SERVER)).containsExactly("Wait");
		assertThat(violated(late + "; D 500 0 STOPPED_ENGINE c1", Scope.ONE_SERVER)).isEmpty();
		assertThat(violated(late + "; D 500 0 STOPPED_ENGINE c2", Scope.ONE_SERVER)).containsExactly("Wait");
	}

	@Test
	void whoseWaitEndsWhileOneOfThreeIsAwayMayNotKnowWhoHasTheLock() {
		String refused = "S 300 a L 10 0 0 plain; N 400 a UNAVAILABLE;";
		assertThat(violated(refused + "D 900 350 MASTER_PAUSED *@2/3", Scope.QUORUM)).isEmpty();
		assertThat(violated(refused + "D 900 450 MASTER_PAUSED *@2/3", Scope.QUORUM)).containsExactly("Outage");
		assertThat(violated(refused + "D 900 350 MASTER_PAUSED *@2/3", Scope.CLUSTER)).containsExactly("Outage");
	}

	private static List<String> violated(String text, Scope scope) {
		return Checker.check(CheckerTests.history(text), Map.of("c", CheckerTests.BOUNDS), scope)
			.stream()
			.filter((findings) -> findings.violationCount() > 0)
			.map(Findings::check)
			.toList();
	}

}

package io.github.lockstarter.proof.checker;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.lockstarter.proof.checker.Checker.Scope;
import io.github.lockstarter.proof.workload.Servers;
import io.github.lockstarter.proof.workload.Timing;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What differs where a lock is kept in a database, or by a session.
 */
class StoresCheckerTests {

	private static final String BEHIND_A_SHORT_LEASE = "S 100 b L 900 50 0 plain; N 1100 b UNAVAILABLE;"
			+ "S 300 a L 10 0 0 plain; N 600 a UNAVAILABLE";

	private static final String LATE_WORD = "A 300 i L 99; W 310 i 1 990; C 320 i; c 900 i 990;"
			+ "S 300 a L 10 0 0 plain; N 600 a UNAVAILABLE";

	@ParameterizedTest
	@EnumSource(names = { "DATABASE", "SYNCHRONOUS", "SESSION" })
	void leaseThatIsShorterThanATransactionMayNotBeServed(Scope scope) {
		assertThat(outage(BEHIND_A_SHORT_LEASE, scope).violationCount()).isZero();
		assertThat(outage(BEHIND_A_SHORT_LEASE, Scope.ONE_SERVER).violationCount()).isPositive();
	}

	@Test
	void lastWordOfAWaitMayBeAnsweredLateByADisk() {
		assertThat(outage(LATE_WORD, Scope.DATABASE).violationCount()).isZero();
		assertThat(outage(LATE_WORD, Scope.ONE_SERVER).violationCount()).isPositive();
		assertThat(outage(LATE_WORD.replace("c 900", "c 330"), Scope.DATABASE).violationCount()).isPositive();
	}

	@Test
	void whatWasTakenInTimeIsSeenWhenAStandbyHasIt() {
		String late = "A 0 i L 990; O 95 i L 0 5 6 300; V 90 L i 900000 9 60 1100";
		assertThat(found("Cutoff", late, Scope.SYNCHRONOUS).violationCount()).isZero();
		assertThat(found("Cutoff", late, Scope.DATABASE).violationCount()).isPositive();
		assertThat(found("Cutoff", late + "; D 80 70 STANDBY_PROMOTED *", Scope.DATABASE).violationCount()).isZero();
		assertThat(found("Cutoff", late.replace("900000", "1000000"), Scope.SYNCHRONOUS).violationCount()).isPositive();
	}

	@Test
	void whatWasTakenInTimeIsSeenWhenADiskHasIt() {
		String late = "A 0 i L 990; O 95 i L 0 5 6 300; V 90 L i 900000 9 60 1400";
		assertThat(cutoff(late, Scope.DATABASE, CheckerTests.BOUNDS)).isZero();
		assertThat(cutoff(late, Scope.ONE_SERVER, CheckerTests.BOUNDS)).isPositive();
		assertThat(cutoff(late, Scope.DATABASE, CheckerTests.VIRTUAL)).isPositive();
		assertThat(cutoff(late.replace("1400", "1500"), Scope.DATABASE, CheckerTests.BOUNDS)).isPositive();
		assertThat(cutoff(late.replace("900000", "1000000"), Scope.DATABASE, CheckerTests.BOUNDS)).isPositive();
	}

	@Test
	void timesOfAClientAreNotJudgedAsThoseOfAServer() {
		assertThat(Checker.check(CheckerTests.history("S 0 a L 9 0 0 plain"), Map.of("c", CheckerTests.BOUNDS),
				Scope.SESSION))
			.extracting(Findings::check)
			.doesNotContain("Ghost", "Cutoff", "Starvation", "Overtaken")
			.contains("Overlap", "Token", "Fifo", "Orphan");
	}

	@Test
	void placeThatNobodyHasLeftRefusesUntilItsSessionIsOver() {
		String refused = "S %1$d a L 0 0 0 plain; A %1$d i L 99; W %2$d i 0 990; N %2$d a HELD; "
				+ "S 0 b L 1000 0 50 plain; A 0 j L 99; O 9 j L 0 5 5 1500; E 10 b 5 1400";
		String died = refused.formatted(2_900, 2_910);
		assertThat(found("Held", died, Scope.SESSION).violationCount()).isZero();
		assertThat(found("Held", died, Scope.ONE_SERVER).violationCount()).isPositive();
		String released = died + "; X 1100 b; r 1100 j; s 1101 j; R 1101 b OK";
		assertThat(found("Held", released, Scope.SESSION).violationCount()).isPositive();
		assertThat(found("Held", released + "; D 1500 1120 LEADER_KILLED *", Scope.SESSION).violationCount())
			.as("its minimum hold was over when there was no leader")
			.isZero();
		assertThat(found("Held", refused.formatted(9_900, 9_910), Scope.SESSION).violationCount()).isPositive();
	}

	@Test
	void sessionThatWasNotHeardOfHasLessLeftForAFixedLease() {
		String cut = "S 0 a L 9000 900 0 plain; A 1 i L 99; O 10 i L 0 5 5 900; E 100 a 5 500; X 110 a; R 111 a OK";
		assertThat(found("EntryLease", cut, Scope.SESSION).violationCount()).isPositive();
		String fault = cut + "; D 90 20 DELAY c1";
		assertThat(found("EntryLease", fault, Scope.SESSION).violationCount()).isZero();
		assertThat(found("EntryLease", fault, Scope.ONE_SERVER).violationCount()).isPositive();
	}

	@ParameterizedTest
	@EnumSource(names = { "ENSEMBLE", "ETCD", "CONSUL" })
	void lockOfAClientThatIsGoneStaysForItsSession(Servers servers) {
		Timing busy = servers.busy();
		assertThat(servers.bounds(busy).lease()).isGreaterThan(servers.silenceMillis(busy));
		assertThat(Servers.DATABASE.bounds(Servers.DATABASE.busy()).lease())
			.isEqualTo(Servers.DATABASE.busy().leaseMillis());
	}

	@Test
	void wordsNameAStoreAndAreNamedByIt() {
		for (Servers servers : List.of(Servers.DATABASE, Servers.POOLED_DATABASE, Servers.ASYNCHRONOUS_STANDBY,
				Servers.SYNCHRONOUS_STANDBY, Servers.ENSEMBLE, Servers.ETCD, Servers.CONSUL)) {
			Map<String, String> words = Stream.of(servers.words(1).split(" "))
				.map((word) -> (word + "=").split("=", -1))
				.collect(Collectors.toMap((word) -> word[0], (word) -> word[1]));
			assertThat(Servers.of(words)).isEqualTo(servers);
		}
		assertThat(Servers.of(Map.of("store", "redis"))).isEqualTo(Servers.ONE);
	}

	private static Findings outage(String history, Scope scope) {
		return found("Outage", history, scope);
	}

	private static long cutoff(String history, Scope scope, Bounds bounds) {
		return found("Cutoff", history, scope, bounds).violationCount();
	}

	private static Findings found(String check, String history, Scope scope) {
		return found(check, history, scope, CheckerTests.VIRTUAL);
	}

	private static Findings found(String check, String history, Scope scope, Bounds bounds) {
		return Checker.check(CheckerTests.history(history), Map.of("c", bounds), scope)
			.stream()
			.filter((findings) -> findings.check().equals(check))
			.findFirst()
			.orElseThrow();
	}

}

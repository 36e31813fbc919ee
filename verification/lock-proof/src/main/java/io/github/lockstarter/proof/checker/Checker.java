package io.github.lockstarter.proof.checker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.lockstarter.proof.history.History;

/**
 * Judges a history by all promises.
 */
public final class Checker {

	private static final List<Check> OF_ANY_STORE = List.of(new OverlapCheck(), new LostUpdateCheck(), new WaitCheck(),
			new ProgressCheck(), new FalseLossCheck(), new BlockCheck(), new MinHoldCheck(), new FixedLeaseCheck(),
			new GhostCheck(), new StarvationCheck(), new OrphanCheck(), new BodyCheck(), new LimitCheck(),
			new ShareCheck(), new ReadCheck(), new StoryCheck(), new EchoCheck(), new OvertakenCheck(),
			new ConfirmedCheck(), new MinorityCheck(), new InterruptCheck());

	// A quorum has no queue that all wait in, and no clock of its own.
	private static final Set<Class<? extends Check>> OF_ONE_MASTER = Set.of(FifoCheck.class, GhostCheck.class,
			CutoffCheck.class, StarvationCheck.class, OvertakenCheck.class);

	// Answers of a session say the time of its client, and its places end with it.
	private static final Set<Class<? extends Check>> OF_A_SERVERS_CLOCK = Set.of(GhostCheck.class, CutoffCheck.class,
			StarvationCheck.class, OvertakenCheck.class);

	private Checker() {
	}

	/**
	 * Judges each group of clients by its own settings.
	 * @param history what happened
	 * @param groups the settings by the beginning of the clients' names
	 * @param scope what is promised
	 * @return what each check has found
	 */
	public static List<Findings> check(History history, Map<String, Bounds> groups, Scope scope) {
		List<Check> checks = new ArrayList<>(OF_ANY_STORE);
		checks.add(new TokenCheck(scope));
		checks.add(new FifoCheck(scope));
		checks.add(new OutageCheck(scope));
		checks.add(new CalmCheck(scope));
		checks.add(new EntryLeaseCheck(scope));
		checks.add(new RenewalCheck(scope));
		checks.add(new CutoffCheck(scope));
		checks.removeIf((check) -> scope == Scope.QUORUM && OF_ONE_MASTER.contains(check.getClass()));
		checks.removeIf((check) -> scope == Scope.SESSION && OF_A_SERVERS_CLOCK.contains(check.getClass()));
		Map<String, Findings> all = new LinkedHashMap<>();
		groups.forEach((name, bounds) -> check(checks, history.of((client) -> client.startsWith(name)), bounds)
			.forEach((findings) -> all.merge(findings.check(), findings, Findings::with)));
		List<Findings> found = new ArrayList<>(all.values());
		Bounds longest = groups.values().stream().max(Comparator.comparingLong(Bounds::lease)).orElseThrow();
		List<Check> ofAll = new ArrayList<>(
				List.of(new LeftoverCheck(), new QueueCheck(), new SubscribedCheck(), new HeldCheck(scope)));
		if (scope != Scope.QUORUM) {
			ofAll.add(new TogetherCheck(scope));
		}
		found.addAll(check(ofAll, history, longest));
		return found;
	}

	private static List<Findings> check(List<Check> checks, History history, Bounds bounds) {
		List<Findings> all = new ArrayList<>();
		for (Check check : checks) {
			Findings findings = new Findings(check.getClass().getSimpleName().replace("Check", ""), check.promise());
			check.check(history, bounds, findings);
			all.add(findings);
		}
		return all;
	}

	/**
	 * Who keeps a lock, and what is promised of it.
	 */
	public enum Scope {

		/**
		 * One server: its waiters are served in order.
		 */
		ONE_SERVER,

		/**
		 * A majority of several masters, which have no common order.
		 */
		QUORUM,

		/**
		 * One of several masters, or servers, which have replicas.
		 */
		CLUSTER,

		/**
		 * A database: as one server, but its commits may wait for the disk of a busy
		 * machine.
		 */
		DATABASE,

		/**
		 * A database whose commits wait for a standby.
		 */
		SYNCHRONOUS,

		/**
		 * The sessions of clients in an ensemble, which has no clock that anybody asks.
		 */
		SESSION

	}

}

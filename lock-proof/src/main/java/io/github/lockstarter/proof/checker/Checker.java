package io.github.lockstarter.proof.checker;

import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.proof.history.History;

/**
 * Judges a history by all promises, or by those that any lock has to keep.
 */
public final class Checker {

	private static final List<Check> FOR_ALL = List.of(new OverlapCheck(), new LostUpdateCheck(), new WaitCheck(),
			new ProgressCheck(), new FalseLossCheck(), new OutageCheck());

	private static final List<Check> OURS = List.of(new TokenCheck(), new BlockCheck(), new FifoCheck(),
			new MinHoldCheck(), new FixedLeaseCheck(), new RenewalCheck(), new GhostCheck(), new CutoffCheck(),
			new LeftoverCheck());

	private Checker() {
	}

	/**
	 * Judges the starter.
	 * @param history what happened
	 * @param bounds the settings of the clients
	 * @return what each check has found
	 */
	public static List<Findings> check(History history, Bounds bounds) {
		List<Check> all = new ArrayList<>(FOR_ALL);
		all.addAll(OURS);
		return check(all, history, bounds);
	}

	/**
	 * Judges another library: by what callers see, not by our protocol.
	 * @param history what happened
	 * @param bounds the settings of the clients
	 * @param fenced whether the library hands out fencing tokens
	 * @return what each check has found
	 */
	public static List<Findings> checkOther(History history, Bounds bounds, boolean fenced) {
		List<Check> all = new ArrayList<>(FOR_ALL);
		if (fenced) {
			all.add(new TokenCheck());
		}
		return check(all, history, bounds);
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

}

package io.github.lockstarter.proof.checker;

import io.github.lockstarter.proof.history.History;

/**
 * L4, and what a run leaves behind: no key without a TTL, no waiter, no owner. In Consul
 * also no session that a server takes with it.
 */
final class LeftoverCheck implements Check {

	@Override
	public String promise() {
		return "afterwards no key without a TTL, no waiter, no owner (L4)";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		findings.examined();
		history.redis().leftovers().forEach(findings::violation);
	}

}

package io.github.lockstarter.proof.checker;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.FaultKind.Effect;
import io.github.lockstarter.proof.history.FaultWindow;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Subscriptions;

/**
 * A subscription is not given up before another one stands: a client that can make no
 * connection keeps the one that it has.
 */
final class SubscribedCheck implements Check {

	// What may look like an outage, and breaks no connection.
	private static final Set<FaultKind> WITH_CONNECTIONS = EnumSet.of(FaultKind.FULL_MEMORY, FaultKind.CLIENT_CLOCK,
			FaultKind.SERVER_CLOCK);

	@Override
	public String promise() {
		return "a subscription is given up only when a new one stands";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (FaultWindow fault : history.disturbances().faults()) {
			if (fault.kind() == FaultKind.NO_NEW_CONNECTION) {
				findings.examined();
				check(history, fault, findings);
			}
		}
	}

	private static void check(History history, FaultWindow alone, Findings findings) {
		for (Subscriptions seen : history.redis().subscriptions()) {
			if (seen.count() == 0 && seen.nanos() > alone.begin() && seen.nanos() < alone.end()
					&& isOfSamePlace(alone, seen.place(), seen.nanos(), seen.nanos())) {
				if (isBroken(history, alone, seen)) {
					findings.excluded("its connections may have been broken");
				}
				else {
					findings.violation(seen.place() + " was not subscribed any more at " + seen.nanos()
							+ ", while it could make no new connection");
				}
			}
		}
	}

	private static boolean isBroken(History history, FaultWindow alone, Subscriptions seen) {
		List<FaultWindow> faults = history.disturbances().faults();
		long from = alone.begin() - history.disturbances().settleNanos(seen.place());
		return history.isPaused(History.DRIVER, from, seen.nanos()) || faults.stream()
			.anyMatch((other) -> other.kind() != FaultKind.NO_NEW_CONNECTION && breaks(other.kind())
					&& (other.touches(seen.place(), from, seen.nanos())
							|| isOfSamePlace(other, seen.place(), from, seen.nanos())));
	}

	private static boolean breaks(FaultKind kind) {
		return (kind.excuses(Effect.OUTAGE) && !WITH_CONNECTIONS.contains(kind)) || kind == FaultKind.MESSAGES_CUT;
	}

	private static boolean isOfSamePlace(FaultWindow other, String place, long from, long to) {
		String client = other.client();
		return client != null && client.startsWith(place + "g") && other.touches(client, from, to);
	}

}

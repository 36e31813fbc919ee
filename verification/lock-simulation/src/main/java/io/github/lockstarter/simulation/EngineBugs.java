package io.github.lockstarter.simulation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

import io.github.lockstarter.proof.overlay.Change;
import io.github.lockstarter.proof.overlay.Overlay;

/**
 * The seeded bugs of the engine that need what no campaign has, by their names: more
 * readers in one JVM than one share admits, a stop that waits, or a leader; and of the
 * face for futures, which most callers of the simulation use.
 */
final class EngineBugs {

	private EngineBugs() {
	}

	static Map<String, Consumer<Overlay>> all() {
		Map<String, Consumer<Overlay>> bugs = new LinkedHashMap<>();
		bugs.put("reader behind a full share not woken", Change.java("LocalPlace", "passReading",
				"if (next != null) { next.begin(); } else {", "if (next == null) {"));
		bugs.put("stop that leaves its waiters", Change.java("Engine", "refuseCallers",
				"LifecycleSteps.run(this.queues::wakeAll); LifecycleSteps.run(this.readers::wakeAll);", ""));
		bugs.put("stop that does not wait for holders",
				Change.java("Drain", "await", "Math.max(0, Math.min(this.left, CHECK_NANOS)), this.context.runtime());",
						"0, this.context.runtime()); this.left = 0;"));
		bugs.put("future without a timer",
				Change.java("AsyncDriver", "step", "wakeAt(this.entry.nextTimerNanos());", ""));
		bugs.put("leader that ignores its lease", Change.java("LockLeadership", "isLeading",
				"this.told && !this.ending && this.lease.isHeld()", "this.told && !this.ending"));
		bugs.put("leader not told of its loss", Change.java("LockLeadership", "callRevoked", "if (ended.told) {",
				"if (ended.told && ended.lease.isHeld()) {"));
		bugs.put("leader without a margin", Change.java("LockLeadership", "checkMargin",
				"leading.lease.remaining().minus(leading.margin);", "leading.lease.remaining();"));
		return bugs;
	}

}

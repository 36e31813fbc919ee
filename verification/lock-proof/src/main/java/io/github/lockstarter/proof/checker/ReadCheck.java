package io.github.lockstarter.proof.checker;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Look;
import io.github.lockstarter.proof.history.Operation;

/**
 * S2 and S3 for those who share a lock, by the protected resource alone: while one of
 * them holds it, the resource takes no write, since a writer of before has a smaller
 * token than they have, and the next one waits for them; and it refuses none of them.
 */
final class ReadCheck implements Check {

	@Override
	public String promise() {
		return "what a lock protects does not change, and can be read, while it is shared";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (List<Operation> holds : history.holds().values()) {
			for (Operation hold : holds) {
				List<Look> looks = hold.looks().stream().filter((look) -> look.nanos() < hold.holdEnd()).toList();
				if (!looks.isEmpty()) {
					findings.examined();
					check(history, bounds, findings, hold, looks, holds);
				}
			}
		}
	}

	private static void check(History history, Bounds bounds, Findings findings, Operation hold, List<Look> looks,
			List<Operation> holds) {
		Look first = looks.get(0);
		if (!first.isRefused() && looks.stream().allMatch((look) -> look.value() == first.value())) {
			return;
		}
		long last = looks.get(looks.size() - 1).nanos();
		List<Operation> writers = holds.stream()
			.filter((other) -> !other.isShared() && other.token() > hold.token() && other.enter() < last)
			.toList();
		String excuse = writers.stream()
			.map((writer) -> excuse(history, bounds, hold, writer))
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
		if (excuse != null) {
			findings.excluded(excuse);
		}
		else {
			findings.violation(hold + " read " + looks.stream().map(Look::value).toList() + ", larger tokens before "
					+ last + ": " + writers);
		}
	}

	private static @Nullable String excuse(History history, Bounds bounds, Operation hold, Operation writer) {
		if (Switches.mayBeUnheard(history, hold) || Switches.mayBeUnheard(history, writer)) {
			return "one of the two had it from a master that Sentinel was just replacing";
		}
		return (hold.enter() <= writer.enter()) ? OverlapCheck.excuse(history, bounds, hold, writer)
				: OverlapCheck.excuse(history, bounds, writer, hold);
	}

}

package io.github.lockstarter.proof.checker;

import java.util.Map;

import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Story;
import io.github.lockstarter.proof.history.Story.Event;

/**
 * What observers are told of an attempt is one story: it waits, then it is acquired or
 * not, and what was acquired is released or lost. Nothing is told twice, nothing after
 * the end, and every gauge that is built on it comes back to zero. Nothing excuses
 * anything; only a client that was killed leaves its stories without an end.
 */
final class StoryCheck implements Check {

	private enum Stage {

		NEW, WAITING, HANDED_OVER, HELD, OVER

	}

	private static final Map<Stage, Map<Event, Stage>> NEXT = Map
		.of(Stage.NEW, Map.of(Event.WAITING, Stage.WAITING), Stage.WAITING,
				Map.of(Event.HANDED_OVER, Stage.HANDED_OVER, Event.ACQUIRED, Stage.HELD, Event.NOT_ACQUIRED,
						Stage.OVER),
				Stage.HANDED_OVER, Map.of(Event.ACQUIRED, Stage.HELD), Stage.HELD,
				Map.of(Event.RENEWED_LATE, Stage.HELD, Event.RELEASED, Stage.OVER, Event.LOST, Stage.OVER), Stage.OVER,
				Map.of());

	@Override
	public String promise() {
		return "observers are told one whole story of each attempt";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (Story story : history.stories()) {
			findings.examined();
			Stage stage = Stage.NEW;
			for (Event event : story.events()) {
				stage = (stage != null) ? NEXT.get(stage).get(event) : null;
			}
			if (stage == null || (stage != Stage.OVER && story.isWhole())) {
				findings.violation(story.toString());
			}
			else if (stage != Stage.OVER) {
				findings.excluded("the process was killed before the end");
			}
		}
	}

}

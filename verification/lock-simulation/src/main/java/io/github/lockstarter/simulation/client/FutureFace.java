package io.github.lockstarter.simulation.client;

import java.util.List;

import io.github.lockstarter.async.ApplicationTasks;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.async.AsyncLockTemplate;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.simulation.world.Process;

/**
 * The product's face for futures in a simulated process, whose application runs each task
 * at once.
 */
public final class FutureFace {

	private FutureFace() {
	}

	/**
	 * The face of a template.
	 * @param process where callers run
	 * @param template the locks of that process
	 * @return the face
	 */
	public static AsyncLockOperations of(Process process, LockTemplate template) {
		return new AsyncLockTemplate(template.nonBlocking(), new ApplicationTasks(
				() -> (task) -> process.after(0, task), List::of, template.nonBlocking().callerThreads()));
	}

}

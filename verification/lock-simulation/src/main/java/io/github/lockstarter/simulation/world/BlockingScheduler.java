package io.github.lockstarter.simulation.world;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.FutureTask;

import org.jspecify.annotations.Nullable;

/**
 * The same whose tasks may block: one after the other, in the order in which they are
 * given or become due.
 */
final class BlockingScheduler extends Scheduler {

	private final Queue<Runnable> tasks = new ArrayDeque<>();

	private final SimulatedThread thread;

	private final World world;

	private final String name;

	private boolean begun;

	/**
	 * Creates the thread, which begins with the first task.
	 * @param process where it runs
	 */
	BlockingScheduler(Process process) {
		super(process);
		this.world = process.world();
		this.name = process.name();
		this.thread = new SimulatedThread(process, this::work, true);
	}

	private void work() {
		while (true) {
			Runnable task = this.tasks.poll();
			if (task != null) {
				task.run();
			}
			else if (isShutdown()) {
				return;
			}
			else {
				this.thread.rest();
			}
		}
	}

	@Override
	void run(Runnable task) {
		this.tasks.add(task);
		if (this.begun) {
			this.thread.unpark();
		}
		else {
			this.begun = true;
			this.thread.start(0);
		}
	}

	@Override
	public void execute(Runnable task) {
		check();
		run(new FutureTask<@Nullable Object>(task, null) {

			@Override
			protected void setException(Throwable ex) {
				super.setException(ex);
				BlockingScheduler.this.world.tell(BlockingScheduler.this.name + " threw " + ex);
			}

		});
	}

}

package io.github.lockstarter.simulation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

import io.github.lockstarter.proof.checker.Findings;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.simulation.client.Instance;
import io.github.lockstarter.simulation.world.Chance;
import io.github.lockstarter.simulation.world.SimulatedThread;
import io.github.lockstarter.simulation.world.World;

/**
 * Instances that are stopped, in some runs: each starts again in the same process, or its
 * process ends and another one takes its place, as in a deployment. What a stop promises
 * to the callers of its own instance is judged here; no history tells it.
 */
final class Stops {

	private static final long STOPS = 0x73746f7073L;

	// In one of so many runs.
	private static final int STOPPED = 4;

	// How long the thread of a caller that is refused may take to be awake.
	private static final long REFUSED_NANOS = 500 * Trouble.MILLI;

	// What follows from a stop is over then.
	private static final long FELT_NANOS = 3 * Trouble.SECOND;

	private final Trouble trouble;

	private final World world;

	// Of its own: the stories of runs without stops are those of before.
	private final Chance chance;

	private final boolean some;

	// The second stop of an engine waits for the first one by a lock of the JVM, which
	// would be the whole world.
	private final Set<Instance> stopping = new HashSet<>();

	private final List<String> violations = new ArrayList<>();

	private long cases;

	Stops(long seed, Trouble trouble) {
		this.trouble = trouble;
		this.world = trouble.world();
		this.chance = new Chance(seed ^ STOPS);
		this.some = this.chance.oneIn(STOPPED);
	}

	/**
	 * Begins.
	 * @param end until when
	 * @param instances which it may stop, by their places
	 * @param again starts the next one at a place
	 */
	void begin(long end, List<Instance> instances, IntFunction<Instance> again) {
		if (!this.some) {
			return;
		}
		this.world.after(null, this.chance.between(500, 5_000) * Trouble.MILLI, () -> {
			if (this.world.now() < end) {
				int place = (int) this.chance.below(instances.size());
				Instance instance = instances.get(place);
				if (!instance.process().isDead() && this.stopping.add(instance)) {
					stop(instance, () -> instances.set(place, again.apply(place)));
				}
				begin(end, instances, again);
			}
		});
	}

	private void stop(Instance instance, Runnable next) {
		boolean again = this.chance.oneIn(2);
		long pause = this.chance.between(10, 2_000) * Trouble.MILLI;
		long now = this.world.now();
		this.trouble.fault(FaultKind.STOPPED_ENGINE, instance.process().name(), now,
				now + Instance.SHUTDOWN_TIMEOUT.toNanos() + pause + FELT_NANOS);
		new SimulatedThread(instance.process(), () -> {
			stop(instance);
			if (again) {
				// not on this thread: callers wait for a start by a lock of the JVM
				instance.process().after(pause, () -> {
					instance.start();
					this.stopping.remove(instance);
				});
			}
			else {
				instance.die();
				this.world.after(null, pause, next);
			}
		}).start(0);
	}

	private void stop(Instance instance) {
		long begin = instance.process().nanoTime();
		Set<Object> waiting = Set.copyOf(instance.asking());
		this.cases++;
		// what was due before is done before, also after a pause of the process
		instance.process()
			.after(REFUSED_NANOS,
					() -> waiting.stream()
						.filter(instance.asking()::contains)
						.forEach((call) -> violation(instance, call + " still waits though it was stopped")));
		instance.stop();
		long took = instance.process().nanoTime() - begin;
		if (instance.held() > 0 && took < Instance.SHUTDOWN_TIMEOUT.toNanos()) {
			violation(instance, "it waited for " + TimeUnit.NANOSECONDS.toMillis(took) + "ms, and " + instance.held()
					+ " locks were still held");
		}
	}

	private void violation(Instance instance, String what) {
		this.violations.add(instance.process().name() + " at " + this.world.now() / Trouble.MILLI + "ms: " + what);
	}

	/**
	 * What was seen.
	 */
	Findings findings() {
		return Findings.of("Stop", "a stop refuses its waiters at once, and waits for its holders", this.cases,
				this.violations);
	}

}

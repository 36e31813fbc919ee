package io.github.lockstarter.benchmark.workload;

import io.github.lockstarter.benchmark.contender.AnnotatedLock;
import io.github.lockstarter.benchmark.report.Metric;

/**
 * What the annotation costs over the template: short blocks of calls, in turns, of the
 * same application. On Redis the difference drowns in the noise of the network; on a
 * store without network it does not.
 */
final class AnnotationCost implements Workload {

	private static final Runnable NOTHING = () -> {
	};

	@Override
	public String name() {
		return "annotation";
	}

	@Override
	public String title() {
		return "an annotated method beside the template, same lock name";
	}

	@Override
	public void measure(Run run) {
		run.progress("without network");
		try (AnnotatedLock lock = AnnotatedLock.withoutNetwork()) {
			blocks(run, "no network", lock, run.choose(200, 60), 5_000);
		}
		run.progress("on Redis");
		try (AnnotatedLock lock = new AnnotatedLock(run.endpoint())) {
			blocks(run, "Redis", lock, run.choose(100, 40), 200);
		}
	}

	private static void blocks(Run run, String setting, AnnotatedLock lock, int blocks, int calls) {
		for (int i = 0; i < blocks; i++) {
			// who comes first changes
			double template = (i % 2 == 0) ? template(lock, calls) : 0;
			double annotation = annotation(lock, calls);
			if (i % 2 != 0) {
				template = template(lock, calls);
			}
			if (i >= blocks / 4) { // the first quarter compiles
				run.add(setting, "template", Metric.COST, template);
				run.add(setting, "annotation", Metric.COST, annotation);
				run.add(setting, "annotation", Metric.DIFFERENCE, annotation - template);
			}
		}
	}

	private static double template(AnnotatedLock lock, int calls) {
		long begin = System.nanoTime();
		for (int i = 0; i < calls; i++) {
			lock.lockedByTemplate("key", NOTHING);
		}
		return (System.nanoTime() - begin) / 1e3 / calls;
	}

	private static double annotation(AnnotatedLock lock, int calls) {
		long begin = System.nanoTime();
		for (int i = 0; i < calls; i++) {
			lock.locked("key", NOTHING);
		}
		return (System.nanoTime() - begin) / 1e3 / calls;
	}

}

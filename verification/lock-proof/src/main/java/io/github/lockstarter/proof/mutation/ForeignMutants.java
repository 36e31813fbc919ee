package io.github.lockstarter.proof.mutation;

import java.util.List;
import java.util.function.Consumer;

import io.github.lockstarter.proof.campaign.Conditions;
import io.github.lockstarter.proof.overlay.Overlay;
import io.github.lockstarter.proof.workload.Foreign;
import io.github.lockstarter.proof.workload.Mix;

/**
 * Seeded bugs of what stands between the locks and code that is not ours, in an
 * application in which that code throws.
 */
final class ForeignMutants {

	private ForeignMutants() {
	}

	static List<Mutant> all() {
		return List.of(throwing("control, foreign code that throws", "nothing", (overlay) -> {
		}), throwing("log that throws ends the renewals", "the one thread that renews dies",
				source("HoldEnd.java",
						"		this.context.threads()\n			.notify(() -> logger.warn(\"Lock '\"",
						"		java.util.List.of(1)\n			.forEach((one) -> logger.warn(\"Lock '\"")
					.andThen(source("RenewalLoop.java", "LifecycleSteps.log(() -> logger.warn(\"Renewal of locks",
							"java.util.List.of(1).forEach((one) -> logger.warn(\"Renewal of locks"))
					.andThen(source("RenewalLoop.java", "LifecycleSteps.log(() -> logger\n",
							"java.util.List.of(1).forEach((one) -> logger\n")))
			.seenBy("FalseLoss"),
				throwing("observer that throws ends the telling", "other observers are not told",
						source("LockObservers.java", "			catch (Throwable ex) {\n",
								"			catch (UnsupportedOperationException ex) {\n"))
					.seenBy("Story"),
				throwing("a throwing yield blocks the name",
						"the next caller of the turn waits though its time is over",
						source("GuardedStore.java",
								"		return answer((to) -> to.yield(name, id, nextId, leaseMillis, waitMillis, notAfter));",
								"		return this.store.yield(name, id, nextId, leaseMillis, waitMillis, notAfter);")
							.andThen(source("GiveOn.java", "	private static CompletionStage<StoreReply> sendYield(",
									"	private CompletionStage<StoreReply> sendYield("))
							.andThen(source("GiveOn.java",
									"			return next.ask().startByYield(release.ownership().id());\n		}\n		finally {\n",
									"			CompletionStage<StoreReply> answer = next.ask().startByYield(release.ownership().id());\n"
											+ "			next.begin();\n			return answer;\n		}\n"
											+ "		catch (Throwable ex) {\n"))
							.andThen(source("GiveOn.java", "ever\n			next.begin();\n		}\n	}\n",
									"ever\n			this.context.threads().scheduleNanos(next::begin, 5_000_000_000L);\n"
											+ "			return java.util.concurrent.CompletableFuture.failedStage(new io.github.lockstarter.store.StoreException("
											+ "io.github.lockstarter.store.StoreException.Outcome.UNKNOWN, \"thrown\", ex));\n"
											+ "		}\n	}\n")))
					.seenBy("Wait"));
	}

	private static Mutant throwing(String name, String bug, Consumer<Overlay> change) {
		return Mutant.of(name, bug, change).mix(Mix.LONG).in(Conditions.PLAIN.foreign(Foreign.THROWS));
	}

	private static Consumer<Overlay> source(String file, String text, String replacement) {
		return (overlay) -> overlay.source("core/" + file, text, replacement);
	}

}

package io.github.lockstarter.proof.mutation;

import java.util.List;
import java.util.function.Consumer;

import io.github.lockstarter.proof.campaign.Conditions;
import io.github.lockstarter.proof.overlay.Change;
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
				Change
					.java("LossNotice", "tellLoss", "this.context.threads().notify(() -> logger",
							"java.util.List.of(1).forEach((one) -> logger")
					.andThen(Change.java("RenewalLoop", "failed", "LifecycleSteps.log(() -> logger",
							"java.util.List.of(1).forEach((one) -> logger"))
					.andThen(Change.java("RenewalLoop", "tick", "LifecycleSteps.log(() -> logger",
							"java.util.List.of(1).forEach((one) -> logger")))
			.seenBy("FalseLoss"),
				throwing("observer that throws ends the telling", "other observers are not told",
						Change.java("LockObservers", "tell", "catch (Throwable ex) {",
								"catch (UnsupportedOperationException ex) {"))
					.seenBy("Story"),
				throwing("a throwing yield blocks the name",
						"the next caller of the turn waits though its time is over",
						Change.java("GuardedStore", "yield",
								"return answer((to) -> to.yield(name, id, nextId, leaseMillis, waitMillis, notAfter));",
								"return this.store.yield(name, id, nextId, leaseMillis, waitMillis, notAfter);")
							.andThen(Change.java("Handover", "sendYield",
									"private static CompletionStage<StoreReply> sendYield(",
									"private CompletionStage<StoreReply> sendYield("))
							.andThen(Change.java("Handover", "sendYield",
									"return next.ask().startByYield(release.ownership().id()); } finally {",
									"CompletionStage<StoreReply> answer = next.ask().startByYield(release.ownership().id()); next.begin(); return answer; } catch (Throwable ex) {"))
							.andThen(Change.java("Handover", "sendYield", "catch (Throwable ex) { next.begin(); }",
									"catch (Throwable ex) { this.context.threads().scheduleNanos(next::begin, 5_000_000_000L); return java.util.concurrent.CompletableFuture.failedStage(new io.github.lockstarter.store.StoreException(io.github.lockstarter.store.StoreException.Outcome.UNKNOWN, \"thrown\", ex)); }")))
					.seenBy("Wait"));
	}

	private static Mutant throwing(String name, String bug, Consumer<Overlay> change) {
		return Mutant.of(name, bug, change).mix(Mix.LONG).in(Conditions.PLAIN.foreign(Foreign.THROWS));
	}

}

package io.github.lockstarter.aspect;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.annotation.DistributedLocked;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Several lock annotations for one method: side by side, and of several interfaces.
 */
class SeveralAnnotationsTests {

	@Test
	void annotationsOfDifferentKindsOnOneMethodAreNestedInTheirOrder() {
		assertThat(AnnotationLookupTests.lockedBy(SideBySide.class, (bean) -> bean.ownFirst("ann")))
			.containsExactly("user:ann", "direct");
		assertThat(AnnotationLookupTests.lockedBy(SideBySide.class, (bean) -> bean.ownLast("ann")))
			.containsExactly("direct", "user:ann");
		assertThat(AnnotationLookupTests.lockedBy(SideBySide.class, SideBySide::oneThatCarriesTheOther))
			.containsExactly("outer", "user", "user");
		assertThat(AnnotationLookupTests.lockedBy(SideBySide.class, (bean) -> bean.repeated("ann")))
			.containsExactly("first", "second", "user:ann");
		assertThat(AnnotationLookupTests.lockedBy(LockedBySeveral.class, LockedBySeveral::work)).containsExactly("user",
				"type");
	}

	@Test
	void differentLocksOfInterfacesThatDoNotExtendEachOtherAreRefused() {
		for (Class<?> type : List.of(Contradicted.class, ContradictedByTypes.class)) {
			assertThat(LockedBeans.withClassProxies().refusalOf(type))
				.hasMessageContaining("gets different locks from two interfaces")
				.hasMessageContaining("Put @DistributedLocked on the method of the class");
		}
	}

	@Test
	void classInterfaceThatExtendsAndSameLockContradictNothing() {
		assertThat(AnnotationLookupTests.lockedBy(Decided.class, (bean) -> bean.run("ann"))).containsExactly("decided");
		assertThat(AnnotationLookupTests.lockedBy(OfSpecialJob.class, (bean) -> bean.run("ann")))
			.containsExactly("special:ann");
		assertThat(AnnotationLookupTests.lockedBy(Agreed.class, (bean) -> bean.run("ann"))).containsExactly("job:ann");
	}

	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLocked(name = "outer")
	@AnnotationLookupTests.UserLocked
	@interface CarriesAnother {

	}

	static class SideBySide {

		@AnnotationLookupTests.UserLocked(by = "#id")
		@DistributedLocked(name = "direct")
		public void ownFirst(String id) {
		}

		@DistributedLocked(name = "direct")
		@AnnotationLookupTests.UserLocked(by = "#id")
		public void ownLast(String id) {
		}

		@CarriesAnother
		@AnnotationLookupTests.UserLocked
		public void oneThatCarriesTheOther() {
		}

		@DistributedLocked(name = "first")
		@DistributedLocked(name = "second")
		@AnnotationLookupTests.UserLocked(by = "#id")
		public void repeated(String id) {
		}

	}

	@AnnotationLookupTests.UserLocked
	@DistributedLocked(name = "type")
	static class LockedBySeveral {

		public void work() {
		}

	}

	interface OtherJob {

		@DistributedLocked(name = "other", key = "#id")
		void run(String id);

	}

	interface SameJob {

		@DistributedLocked(name = "job", key = "#id")
		void run(String id);

	}

	interface SpecialJob extends AnnotationLookupTests.Job {

		@Override
		@DistributedLocked(name = "special", key = "#id")
		void run(String id);

	}

	static class Contradicted implements AnnotationLookupTests.Job, OtherJob {

		@Override
		public void run(String id) {
		}

	}

	@DistributedLocked(name = "one")
	interface One {

		void run();

	}

	@DistributedLocked(name = "two")
	interface Two {

		void run();

	}

	static class ContradictedByTypes implements One, Two {

		@Override
		public void run() {
		}

	}

	static class Decided implements AnnotationLookupTests.Job, OtherJob {

		@Override
		@DistributedLocked(name = "decided")
		public void run(String id) {
		}

	}

	static class OfSpecialJob implements SpecialJob, AnnotationLookupTests.Job {

		@Override
		public void run(String id) {
		}

	}

	static class Agreed implements AnnotationLookupTests.Job, SameJob {

		@Override
		public void run(String id) {
		}

	}

}

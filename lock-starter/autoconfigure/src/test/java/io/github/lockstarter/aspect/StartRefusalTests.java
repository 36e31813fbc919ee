package io.github.lockstarter.aspect;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.github.lockstarter.InvalidLockKeyException;
import io.github.lockstarter.LockMode;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnNotAcquired;
import io.github.lockstarter.autoconfigure.StartFailure;
import io.github.lockstarter.key.PackagePrivateJob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * What stops the start: an annotation that asks for something that cannot work.
 */
class StartRefusalTests {

	static Stream<Arguments> refused() {
		return Stream.of(
				Arguments.of(UnreadableKey.class, "cannot be read",
						"Change key = \"#id +\" of its @DistributedLocked: correct its syntax"),
				Arguments.of(UnknownVariable.class, "#ids, which does not exist", "did you mean #id?"),
				Arguments.of(UnknownInCondition.class, "#open, which does not exist", "Change condition = \"#open\""),
				Arguments.of(BlankName.class, "blank lock name", "Give the lock a name"),
				Arguments.of(UnknownPlaceholder.class,
						"placeholder that cannot be resolved, in name = \"${nobody.set.me}\"", "Set the property"),
				Arguments.of(UnknownRelease.class, "release = \"lazily\", which cannot be used",
						"Write confirmed or sent, or remove the attribute"),
				Arguments.of(ReaderWithoutName.class, "has mode = READ and no name",
						"Give it a name, and the same name to the methods that write"),
				Arguments.of(ReaderWithPermits.class, "has mode = READ and permits = \"3\"", "Remove permits"),
				Arguments.of(SkippedPrimitive.class, "returns int", "Return Integer"),
				Arguments.of(FallbackWithoutName.class, "there is no other method ''", "Set fallback"),
				Arguments.of(FallbackUnknown.class, "there is no other method 'nowhere'", "Set fallback"),
				Arguments.of(FallbackOtherParameters.class, "there is no other method 'other'", "Set fallback"),
				Arguments.of(FallbackOtherResult.class, "a result of type java.lang.String", "Set fallback"),
				Arguments.of(FallbackItself.class, "there is no other method 'run'", "Set fallback"),
				Arguments.of(FallbackUnused.class, "not used with onNotAcquired = THROW", "remove the fallback"),
				Arguments.of(InAnotherPackage.class, "is package-private in another package", "public or protected"),
				Arguments.of(PrivateMethod.class, "is private", "public"),
				Arguments.of(StaticMethod.class, "is static", "instance method"),
				Arguments.of(FinalMethod.class, "is final", "not final"),
				Arguments.of(FinalClass.class, "is in a final class", "not final"),
				Arguments.of(ARecord.class, "is in a final class", "not final"),
				Arguments.of(AnnotatedFinalMethod.class, "is final", "not final"));
	}

	@ParameterizedTest
	@MethodSource
	void refused(Class<?> bean, String reason, String action) {
		assertRefused(LockedBeans.withClassProxies(), bean, reason, action);
	}

	@Test
	void refusedMethodStopsTheStartWithItsReasonAndItsAdvice() {
		FailureAnalysis analysis = StartFailure.of(LockedApplication.with(BlankName.class));
		assertThat(analysis.getDescription()).startsWith("The method " + BlankName.class.getName() + ".run(String) is")
			.contains("blank lock name");
		assertThat(analysis.getAction()).contains("Give the lock a name");
	}

	@ParameterizedTest
	@ValueSource(strings = { "3 sec", "soon", "-1s", "PT-5S", "1.5s", "9999999999999999999d", "${wait.nonsense}" })
	void wrongDurationIsRefused(String waitTime) {
		assertRefused(LockedBeans.withClassProxies().withProperty("wait", waitTime).withProperty("wait.nonsense", "x"),
				ConfiguredWait.class, "waitTime = \"${wait}\", which cannot be used", "such as 3s, 500ms, PT5S or 0");
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "9ms" })
	void leaseShorterThanTenMillisecondsIsRefused(String leaseTime) {
		assertRefused(LockedBeans.withClassProxies().withProperty("lease", leaseTime), ConfiguredLease.class,
				"leaseTime must be at least 10ms, not " + leaseTime + ":",
				"Write a duration such as 30s, 500ms or PT5S,");
	}

	@ParameterizedTest
	@ValueSource(strings = { "3s", "500ms", "PT5S", "0", "", "  ", "1h2m" })
	void goodDurationIsAccepted(String waitTime) {
		assertThat(LockedBeans.withClassProxies().withProperty("wait", waitTime).create(ConfiguredWait.class))
			.isNotNull();
	}

	@ParameterizedTest
	@CsvSource({ "0, 'at least 1, not 0'", "-3, 'at least 1, not -3'", "many, 'is not a whole number'",
			"2.5, 'is not a whole number'", "99999999999, 'is not a whole number of at most 2147483647'" })
	void wrongNumberOfPermitsIsRefused(String permits, String reason) {
		assertRefused(LockedBeans.withClassProxies().withProperty("permits", permits), ConfiguredPermits.class, reason,
				"Write a number such as 3");
	}

	@ParameterizedTest
	@ValueSource(strings = { "1", "3", " 12 ", "" })
	void goodNumberOfPermitsIsAccepted(String permits) {
		assertThat(LockedBeans.withClassProxies().withProperty("permits", permits).create(ConfiguredPermits.class))
			.isNotNull();
	}

	@Test
	void resultThatOutlivesTheCallIsRefused() {
		assertRefused(LockedBeans.withClassProxies(), ReturnsFuture.class,
				"outlives the call (java.util.concurrent.Future)",
				"Return a CompletableFuture: its lock is held until it is complete. Or lock a method that does the");
	}

	@Test
	void keyFailureIsTheCause() {
		assertThat(LockedBeans.withClassProxies().refusalOf(UnknownVariable.class)).rootCause()
			.isInstanceOf(InvalidLockKeyException.class)
			.hasMessageContaining("UnknownVariable.run(String)");
	}

	@Test
	void beanWithoutAnythingToLockWithIsRefused() {
		LockedApplication.withoutLocks(Good.class)
			.run((context) -> assertRefusal(LockedBeans.refusalIn(context.getStartupFailure()), Good.class,
					"cannot be locked, because there is no LockOperations bean", "Redis needs a connection factory"));
	}

	@Test
	void lazyBeanIsRefusedWhenItIsCreated() {
		LockedApplication.with()
			.withBean("lazy", UnknownVariable.class, UnknownVariable::new, (definition) -> definition.setLazyInit(true))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(catchThrowable(() -> context.getBean("lazy")))
					.hasRootCauseInstanceOf(InvalidLockKeyException.class);
			});
	}

	@Test
	void prototypeIsRefusedWhenItIsCreated() {
		LockedApplication.with()
			.withBean("prototype", UnknownVariable.class, UnknownVariable::new,
					(definition) -> definition.setScope("prototype"))
			.run((context) -> assertThat(catchThrowable(() -> context.getBean("prototype")))
				.hasRootCauseInstanceOf(InvalidLockKeyException.class));
	}

	private static void assertRefused(LockedBeans beans, Class<?> bean, String reason, String action) {
		assertRefusal(beans.refusalOf(bean), bean, reason, action);
	}

	private static void assertRefusal(InvalidLockedMethodException refusal, Class<?> bean, String reason,
			String action) {
		assertThat(refusal.getMethod()).startsWith(bean.getName() + ".run(");
		assertThat(refusal.getReason()).contains(reason);
		assertThat(refusal.getAction()).contains(action);
	}

	static class ReaderWithoutName {

		@DistributedLocked(key = "'a'", mode = LockMode.READ)
		void run() {
		}

	}

	static class ReaderWithPermits {

		@DistributedLocked(name = "catalog", mode = LockMode.READ, permits = "3")
		void run() {
		}

	}

	static class ConfiguredPermits {

		@DistributedLocked(name = "export", permits = "${permits}")
		void run() {
		}

	}

	static class Good {

		@DistributedLocked
		void run() {
		}

	}

	static class UnreadableKey {

		@DistributedLocked(key = "#id +")
		void run(String id) {
		}

	}

	static class UnknownVariable {

		@DistributedLocked(key = "#ids")
		void run(String id) {
		}

	}

	static class UnknownInCondition {

		@DistributedLocked(key = "#id", condition = "#open")
		void run(String id) {
		}

	}

	static class BlankName {

		@DistributedLocked(name = " ")
		void run(String id) {
		}

	}

	static class UnknownPlaceholder {

		@DistributedLocked(name = "${nobody.set.me}")
		void run(String id) {
		}

	}

	static class ConfiguredWait {

		@DistributedLocked(waitTime = "${wait}")
		void run(String id) {
		}

	}

	static class ConfiguredLease {

		@DistributedLocked(leaseTime = "${lease}")
		void run(String id) {
		}

	}

	static class UnknownRelease {

		@DistributedLocked(release = "lazily")
		void run(String id) {
		}

	}

	static class SkippedPrimitive {

		@DistributedLocked(onNotAcquired = OnNotAcquired.SKIP)
		int run() {
			return 1;
		}

	}

	static class FallbackWithoutName {

		@DistributedLocked(onNotAcquired = OnNotAcquired.FALLBACK)
		void run() {
		}

	}

	static class FallbackUnknown {

		@DistributedLocked(onNotAcquired = OnNotAcquired.FALLBACK, fallback = "nowhere")
		void run() {
		}

	}

	static class FallbackOtherParameters {

		@DistributedLocked(onNotAcquired = OnNotAcquired.FALLBACK, fallback = "other")
		void run(String id) {
		}

		void other(Object id) {
		}

	}

	static class FallbackOtherResult {

		@DistributedLocked(onNotAcquired = OnNotAcquired.FALLBACK, fallback = "other")
		String run() {
			return "";
		}

		void other() {
		}

	}

	static class FallbackItself {

		@DistributedLocked(onNotAcquired = OnNotAcquired.FALLBACK, fallback = "run")
		void run() {
		}

	}

	static class FallbackUnused {

		@DistributedLocked(fallback = "other")
		void run() {
		}

		void other() {
		}

	}

	static class InAnotherPackage extends PackagePrivateJob {

	}

	static class PrivateMethod {

		@DistributedLocked
		private void run() {
		}

	}

	static class StaticMethod {

		@DistributedLocked
		static void run() {
		}

	}

	static class FinalMethod {

		@DistributedLocked
		final void run() {
		}

	}

	@DistributedLocked
	public static class AnnotatedFinalMethod {

		public final void run() {
		}

	}

	static final class FinalClass {

		@DistributedLocked
		void run() {
		}

	}

	record ARecord() {

		@DistributedLocked
		void run() {
		}

	}

	static class ReturnsFuture {

		@DistributedLocked
		Future<String> run() {
			return CompletableFuture.completedFuture("");
		}

	}

}

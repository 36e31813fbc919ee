package io.github.lockstarter.aspect;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.ProtectionDomain;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.annotation.Reflective;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.SmartClassLoader;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.autoconfigure.StartFailure;
import io.github.lockstarter.key.PackagePrivateWork;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Methods of an annotated class that can be called on the bean, and that its proxy cannot
 * lock.
 */
class AnnotatedClassRefusalTests {

	static Stream<Arguments> refused() {
		return Stream.of(Arguments.of(FinalPublic.class, "is final"), Arguments.of(FinalProtected.class, "is final"),
				Arguments.of(FinalPackagePrivate.class, "is final"),
				Arguments.of(FinalClass.class, "is in a final class"),
				Arguments.of(ARecord.class, "is in a final class"), Arguments.of(Sealed.class, "is in a sealed class"),
				Arguments.of(OfAnotherPackage.class, "is package-private in another package"),
				Arguments.of(PrivateHandler.class, "is private"));
	}

	@ParameterizedTest
	@MethodSource
	void refused(Class<?> bean, String reason) {
		assertRefusal(LockedBeans.withClassProxies().refusalOf(bean), reason);
	}

	@Test
	void refusedClassStopsTheStartWithItsReasonAndItsAdvice() {
		FailureAnalysis analysis = StartFailure.of(LockedApplication.with(FinalPublic.class));
		assertThat(analysis.getDescription()).startsWith("The method " + FinalPublic.class.getName() + ".run() is")
			.contains("is final");
		assertThat(analysis.getAction()).contains("Make it not final");
	}

	@ParameterizedTest
	@ValueSource(classes = { WithoutMethods.class, PrivateMethods.class, OfAFramework.class, OfAMarker.class })
	void annotationThatCoversNoMethodIsRefused(Class<?> bean) {
		assertRefusal(LockedBeans.withClassProxies().refusalOf(bean), "has no method that the annotation covers");
	}

	@Test
	void annotationThatCoversNoMethodStopsTheStartWithTheNameOfTheClass() {
		FailureAnalysis analysis = StartFailure.of(LockedApplication.with(WithoutMethods.class));
		assertThat(analysis.getDescription()).startsWith("The class " + WithoutMethods.class.getName())
			.endsWith("but it has no method that the annotation covers.");
	}

	@ParameterizedTest
	@ValueSource(classes = { ARecord.class, FinalClass.class, Sealed.class, AnnotatedClassReachTests.Implementing.class,
			AnnotatedClassReachTests.WithDefault.class })
	void everythingIsLockedBehindAnInterfaceProxy(Class<? extends AnnotatedClassReachTests.HasDefault> bean) {
		LockedBeans beans = LockedBeans.withInterfaceProxies();
		beans.create(bean, AnnotatedClassReachTests.HasDefault.class).byDefault();
		assertThat(beans.locks().requestedNames()).hasSize(1);
	}

	@Test
	void packagePrivateMethodThatAProxyInAnotherClassLoaderCannotOverrideIsRefused() throws Exception {
		try (DefiningClassLoader another = new DefiningClassLoader()) {
			assertRefused(LockedApplication.with(InAnotherLoader.class).withClassLoader(another),
					"is package-private in another class loader");
		}
	}

	static void assertRefused(ApplicationContextRunner application, String reason) {
		application.run((context) -> assertRefusal(LockedBeans.refusalIn(context.getStartupFailure()), reason));
	}

	static void assertRefusal(InvalidLockedMethodException refusal, String reason) {
		assertThat(refusal.getReason()).contains(reason);
		assertThat(refusal.getAction()).isNotBlank();
	}

	@DistributedLocked
	static class FinalPublic {

		public final void run() {
		}

	}

	@DistributedLocked
	static class FinalProtected {

		protected final void run() {
		}

	}

	@DistributedLocked
	static class FinalPackagePrivate {

		final void run() {
		}

	}

	@DistributedLocked
	static final class FinalClass implements AnnotatedClassReachTests.HasDefault {

		void run() {
		}

	}

	@DistributedLocked
	record ARecord() implements AnnotatedClassReachTests.HasDefault {

		void run() {
		}

	}

	@DistributedLocked
	static sealed class Sealed implements AnnotatedClassReachTests.HasDefault permits OfSealed {

		void run() {
		}

	}

	static final class OfSealed extends Sealed {

	}

	@DistributedLocked
	static class OfAnotherPackage extends PackagePrivateWork {

	}

	@DistributedLocked
	static class WithoutMethods {

	}

	@DistributedLocked
	static class PrivateMethods {

		private void run() {
		}

		static void runStatically() {
		}

	}

	@DistributedLocked
	static class OfAFramework extends SimpleAsyncTaskExecutor {

	}

	static class OfAMarker implements Marker {

		void run() {
		}

	}

	@DistributedLocked
	interface Marker {

	}

	/**
	 * Defines the proxies, as the class loader of a web application does for classes of
	 * the server.
	 */
	public static class DefiningClassLoader extends URLClassLoader implements SmartClassLoader {

		DefiningClassLoader() {
			super(new URL[0], DefiningClassLoader.class.getClassLoader());
		}

		@Override
		public Class<?> publicDefineClass(String name, byte[] code, ProtectionDomain domain) {
			return defineClass(name, code, 0, code.length, domain);
		}

	}

	@DistributedLocked
	public static class InAnotherLoader {

		void run() {
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@Reflective
	@interface Handles {

	}

	/**
	 * A framework calls the method by reflection, on the proxy.
	 */
	@DistributedLocked
	static class PrivateHandler {

		@Handles
		private void run() {
		}

	}

}

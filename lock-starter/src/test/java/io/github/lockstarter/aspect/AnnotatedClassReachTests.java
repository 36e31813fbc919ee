package io.github.lockstarter.aspect;

import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ProxyType;
import org.springframework.context.annotation.Proxyable;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;

import io.github.lockstarter.annotation.DistributedLocked;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an annotation on a class or interface holds for: every method that can be called
 * on the bean.
 */
class AnnotatedClassReachTests {

	static Stream<Arguments> locked() {
		return Stream.of(row("package-private method", Service.class, Service.class, Service::packagePrivate),
				row("protected method", Service.class, Service.class, Service::protectedOne),
				row("method of a plain superclass", Inheriting.class, Plain.class, Plain::plain),
				row("package-private method of a plain superclass", Inheriting.class, Plain.class, Plain::plainHidden),
				row("method that a subclass adds", Extending.class, Extending.class, Extending::added),
				row("method of an annotated superclass", Extending.class, Service.class, Service::packagePrivate),
				row("method of a hidden superclass", Visible.class, Visible.class, Visible::inherited),
				row("default method of an interface", WithDefault.class, HasDefault.class, HasDefault::byDefault),
				row("method of an annotated interface", Implementing.class, Annotated.class, Annotated::work),
				row("default method of an annotated interface", Implementing.class, Annotated.class, Annotated::more),
				row("generic method", Handling.class, Handler.class, AnnotatedClassReachTests::handle),
				row("product of a method that returns an interface", Products.class, HasDefault.class,
						HasDefault::byDefault),
				row("product of a factory bean", WithDefaultFactory.class, HasDefault.class, HasDefault::byDefault),
				row("bean behind a scoped proxy", InScope.class, Service.class, Service::packagePrivate),
				row("bean behind a scoped interface proxy", InInterfaceScope.class, HasDefault.class,
						HasDefault::byDefault),
				row("prototype", Prototypes.class, Service.class, Service::packagePrivate),
				row("record that asks for an interface proxy", ProxyableRecord.class, HasDefault.class,
						HasDefault::byDefault),
				row("method of a configuration class", Settings.class, Settings.class, Settings::refresh));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource
	void locked(String what, Class<?> bean, Consumer<ApplicationContext> call) {
		assertLocked(LockedApplication.with(bean), call);
	}

	@Test
	void methodsThatNobodyCallsOnTheBeanAreNotMeant() {
		LockedApplication.with(Settings.class, WithHelpers.class).run((context) -> {
			assertThat(context).hasNotFailed();
			context.getBean(WithHelpers.class).work();
			assertThat(context.getBean(RecordingLockOperations.class).requestedNames())
				.containsExactly("class with helpers");
		});
	}

	static void assertLocked(ApplicationContextRunner application, Consumer<ApplicationContext> call) {
		application.run((context) -> {
			assertThat(context).hasNotFailed();
			call.accept(context);
			assertThat(context.getBean(RecordingLockOperations.class).requestedNames()).hasSize(1);
		});
	}

	private static <T> Arguments row(String what, Class<?> bean, Class<T> type, Consumer<T> call) {
		return Arguments.of(what, bean, (Consumer<ApplicationContext>) (context) -> call.accept(context.getBean(type)));
	}

	@SuppressWarnings("unchecked")
	private static void handle(Handler<?> handler) {
		((Handler<String>) handler).handle("x");
	}

	@DistributedLocked
	static class Service {

		void packagePrivate() {
		}

		protected void protectedOne() {
		}

	}

	static class Plain {

		public void plain() {
		}

		void plainHidden() {
		}

	}

	@DistributedLocked
	static class Inheriting extends Plain {

	}

	static class Extending extends Service {

		void added() {
		}

	}

	static class Hidden {

		public void inherited() {
		}

	}

	/**
	 * The compiler gives it a bridge to the public method of its hidden superclass.
	 */
	@DistributedLocked
	public static class Visible extends Hidden {

	}

	interface HasDefault {

		default void byDefault() {
		}

	}

	@DistributedLocked
	static class WithDefault implements HasDefault {

	}

	@DistributedLocked
	interface Annotated {

		void work();

		default void more() {
		}

	}

	static class Implementing implements Annotated, HasDefault {

		@Override
		public void work() {
		}

		@Override
		@DistributedLocked
		public void byDefault() {
		}

	}

	interface Handler<T> {

		void handle(T value);

	}

	@DistributedLocked
	static class Handling implements Handler<String> {

		@Override
		public void handle(String value) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Products {

		@Bean
		HasDefault product() {
			return new WithDefault();
		}

	}

	static class WithDefaultFactory implements FactoryBean<HasDefault> {

		@Override
		public HasDefault getObject() {
			return new WithDefault();
		}

		@Override
		public Class<?> getObjectType() {
			return HasDefault.class;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class InScope {

		@Bean
		@Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
		Service service() {
			return new Service();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class InInterfaceScope {

		@Bean
		@Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.INTERFACES)
		WithDefault service() {
			return new WithDefault();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Prototypes {

		@Bean
		@Scope("prototype")
		Service service() {
			return new Service();
		}

	}

	@Configuration
	@DistributedLocked
	static class Settings {

		void refresh() {
		}

		@Bean
		String one() {
			return "one";
		}

		@Bean
		CharSequence two() {
			return one() + " and two";
		}

		@Bean
		static Integer three() {
			return 3;
		}

	}

	@DistributedLocked
	@Proxyable(ProxyType.INTERFACES)
	record ProxyableRecord() implements HasDefault {

	}

	@DistributedLocked(name = "class with helpers")
	static class WithHelpers {

		void work() {
			helper();
			anotherHelper();
		}

		private void helper() {
			Runnable lambda = WithHelpers::anotherHelper;
			lambda.run();
		}

		private static void anotherHelper() {
		}

	}

}

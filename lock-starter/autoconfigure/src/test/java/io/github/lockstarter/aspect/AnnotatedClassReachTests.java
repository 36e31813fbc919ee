package io.github.lockstarter.aspect;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
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
import io.github.lockstarter.autoconfigure.SharedApplication;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an annotation on a class or interface holds for: every method that can be called
 * on the bean.
 */
class AnnotatedClassReachTests {

	@AutoClose
	private static SharedApplication application;

	@BeforeAll
	static void start() {
		ApplicationContextRunner runner = LockedApplication.with(Products.class);
		for (Class<?> bean : List.of(Service.class, Inheriting.class, Extending.class, Visible.class, WithDefault.class,
				Implementing.class, Handling.class, WithDefaultFactory.class, ProxyableRecord.class, Settings.class)) {
			runner = runner.withBean(bean.getSimpleName(), bean);
		}
		application = new SharedApplication(runner);
	}

	static Stream<Arguments> locked() {
		return Stream
			.of(row("package-private method", "Service", Service.class, Service::packagePrivate),
					row("protected method", "Service", Service.class, Service::protectedOne),
					row("method of a plain superclass", "Inheriting", Plain.class, Plain::plain),
					row("package-private method of a plain superclass", "Inheriting", Plain.class, Plain::plainHidden),
					row("method that a subclass adds", "Extending", Extending.class, Extending::added),
					row("method of an annotated superclass", "Extending", Service.class, Service::packagePrivate),
					row("method of a hidden superclass", "Visible", Visible.class, Visible::inherited),
					row("default method of an interface", "WithDefault", HasDefault.class, HasDefault::byDefault),
					row("method of an annotated interface", "Implementing", Annotated.class, Annotated::work),
					row("default method of an annotated interface", "Implementing", Annotated.class, Annotated::more),
					row("generic method", "Handling", Handler.class, AnnotatedClassReachTests::handle),
					row("product of a method that returns an interface", "product", HasDefault.class,
							HasDefault::byDefault),
					row("product of a factory bean", "WithDefaultFactory", HasDefault.class, HasDefault::byDefault),
					row("bean behind a scoped proxy", "scoped", Service.class, Service::packagePrivate),
					row("bean behind a scoped interface proxy", "scopedByInterface", HasDefault.class,
							HasDefault::byDefault),
					row("prototype", "prototype", Service.class, Service::packagePrivate),
					row("record that asks for an interface proxy", "ProxyableRecord", HasDefault.class,
							HasDefault::byDefault),
					row("method of a configuration class", "Settings", Settings.class, Settings::refresh));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource
	void locked(String what, Consumer<ApplicationContext> call) {
		RecordingLockOperations locks = application.bean(RecordingLockOperations.class);
		locks.reset();
		call.accept(application.context());
		assertThat(locks.requestedNames()).hasSize(1);
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

	private static <T> Arguments row(String what, String bean, Class<T> type, Consumer<T> call) {
		return Arguments.of(what, (Consumer<ApplicationContext>) (context) -> call.accept(context.getBean(bean, type)));
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

		@Bean
		@Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
		Service scoped() {
			return new Service();
		}

		@Bean
		@Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.INTERFACES)
		WithDefault scopedByInterface() {
			return new WithDefault();
		}

		@Bean
		@Scope("prototype")
		Service prototype() {
			return new Service();
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

package io.github.lockstarter.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.annotation.ReflectiveRuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a native image of an application with annotated methods is told.
 */
class LockedMethodHintsTests {

	private final RuntimeHints hints = new RuntimeHints();

	@Test
	void annotatedMethodAndItsFallbackCanBeCalled() {
		register(Orders.class);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Orders.class, "ship")).accepts(this.hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Orders.class, "instead")).accepts(this.hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Orders.class, "unlocked"))
			.rejects(this.hints);
	}

	@Test
	void keyOfAParameterCanBeRead() {
		register(Orders.class);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Order.class, "customer")).accepts(this.hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Customer.class, "getNumber"))
			.accepts(this.hints);
	}

	@Test
	void typesOfTheJdkNeedNothing() {
		register(Users.class);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Users.class, "register")).accepts(this.hints);
		assertThat(RuntimeHintsPredicates.reflection().onType(UUID.class)).rejects(this.hints);
		assertThat(RuntimeHintsPredicates.reflection().onType(String.class)).rejects(this.hints);
	}

	@Test
	void allMethodsOfAnAnnotatedClassCanBeCalled() {
		register(Reports.class);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Reports.class, "build")).accepts(this.hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Reports.class, "last")).accepts(this.hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Order.class, "customer")).accepts(this.hints);
	}

	@Test
	void repeatedAndComposedAnnotationsCount() {
		register(Composed.class);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Composed.class, "repeated"))
			.accepts(this.hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Composed.class, "composed"))
			.accepts(this.hints);
	}

	private void register(Class<?> type) {
		new ReflectiveRuntimeHintsRegistrar().registerRuntimeHints(this.hints, type);
	}

	record Order(Customer customer, UUID id) {
	}

	static class Customer {

		public String getNumber() {
			return "4711";
		}

	}

	static class Orders {

		@DistributedLocked(key = "#order.customer.number", onNotAcquired = OnNotAcquired.FALLBACK, fallback = "instead")
		void ship(Order order, String carrier) {
		}

		void instead(Order order, String carrier) {
		}

		void unlocked() {
		}

	}

	@DistributedLocked(key = "#p0.customer.number", fallback = "last")
	static class Reports {

		void build(Order order) {
		}

		private void last(Order order) {
		}

	}

	static class Users {

		@DistributedLocked(key = "#id")
		void register(UUID id, String name, int age) {
		}

	}

	static class Composed {

		@DistributedLocked("1")
		@DistributedLocked("2")
		void repeated() {
		}

		@Once
		void composed() {
		}

	}

	@DistributedLocked
	@Retention(RetentionPolicy.RUNTIME)
	@interface Once {

	}

}

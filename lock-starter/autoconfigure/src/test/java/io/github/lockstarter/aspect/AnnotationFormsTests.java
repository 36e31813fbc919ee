package io.github.lockstarter.aspect;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnNotAcquired;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The forms that an annotation may have.
 */
class AnnotationFormsTests {

	private final LockedBeans beans = LockedBeans.withClassProxies();

	private final RecordingLockOperations locks = this.beans.locks();

	@Test
	void severalAnnotationsAreNestedInTheirOrder() {
		this.beans.create(Transfers.class).transfer("ann", "bob");
		assertThat(this.locks.events()).containsExactly("acquired from:ann", "acquired to:bob", "freed to:bob",
				"freed from:ann");
	}

	@Test
	void severalAnnotationsOfOnesOwnAreNestedInTheirOrder() {
		this.beans.create(Transfers.class).composed("ann");
		assertThat(this.locks.requestedNames()).containsExactly("first:ann", "second:ann");
	}

	@Test
	void refusedInnerLockReleasesTheOuterOneAndReactsAsItsOwnAnnotationSays() {
		this.locks.heldByAnother("to:bob");
		assertThat(this.beans.create(Transfers.class).skipping("ann", "bob")).isNull();
		assertThat(this.locks.events()).containsExactly("acquired from:ann", "freed from:ann");
	}

	@Test
	void severalAnnotationsOfAClassHoldForItsMethodsAndOneOnTheMethodReplacesThem() {
		OnClass bean = this.beans.create(OnClass.class);
		bean.first();
		assertThat(this.locks.requestedNames()).containsExactly("outer", "inner");
		bean.own();
		assertThat(this.locks.requestedNames()).containsExactly("outer", "inner", "own");
	}

	@Test
	void defaultMethodOfAnInterfaceIsLocked() {
		assertThat(this.beans.create(Implementation.class).run("x")).isEqualTo("default x");
		assertThat(this.locks.requestedNames()).containsExactly("default:x");
	}

	@Test
	void everyTextMayComeFromTheProperties() {
		LockedApplication.with(Configured.class)
			.withPropertyValues("lock.name=orders", "lock.key=#id", "lock.condition=#id != 'free'", "lock.wait=250ms",
					"lock.lease=7s", "lock.min=2s", "lock.fallback=instead", "lock.release=sent")
			.run((context) -> {
				RecordingLockOperations recorded = context.getBean(RecordingLockOperations.class);
				Configured configured = context.getBean(Configured.class);
				configured.run("free");
				assertThat(recorded.requests()).isEmpty();
				configured.run("x");
				assertThat(recorded.requests()).containsExactly(LockRequest.of("orders:x")
					.waitTime(Duration.ofMillis(250))
					.leaseTime(Duration.ofSeconds(7))
					.minHold(Duration.ofSeconds(2))
					.release(ReleaseMode.SENT));
				recorded.heldByAnother("orders:busy");
				assertThat(configured.run("busy")).isEqualTo("instead of busy");
			});
	}

	@Test
	void componentsOfRecordsAndBeansAreKeys() {
		this.beans.withBean("tenant", new Tenant("acme"));
		this.beans.create(Orders.class).place(new Order(new Customer(7), "book"));
		assertThat(this.locks.requestedNames()).containsExactly("orders:acme-7-book");
	}

	static class Transfers {

		@DistributedLocked(name = "from", key = "#from")
		@DistributedLocked(name = "to", key = "#to")
		public void transfer(String from, String to) {
		}

		@DistributedLocked(name = "from", key = "#from")
		@DistributedLocked(name = "to", key = "#to", onNotAcquired = OnNotAcquired.SKIP)
		public String skipping(String from, String to) {
			return "done";
		}

		@First
		@Second
		public void composed(String id) {
		}

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLocked(name = "first", key = "#id")
	@interface First {

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLocked(name = "second", key = "#id")
	@interface Second {

	}

	@DistributedLocked(name = "outer")
	@DistributedLocked(name = "inner")
	static class OnClass {

		public void first() {
		}

		@DistributedLocked(name = "own")
		public void own() {
		}

	}

	interface WithDefault {

		@DistributedLocked(name = "default", key = "#p0")
		default String run(String id) {
			return "default " + id;
		}

	}

	static class Implementation implements WithDefault {

	}

	static class Configured {

		@DistributedLocked(name = "${lock.name}", key = "${lock.key}", condition = "${lock.condition}",
				waitTime = "${lock.wait}", leaseTime = "${lock.lease}", minHold = "${lock.min}",
				release = "${lock.release}", onNotAcquired = OnNotAcquired.FALLBACK, fallback = "${lock.fallback}")
		public String run(String id) {
			return id;
		}

		String instead(String id) {
			return "instead of " + id;
		}

	}

	record Customer(long id) {

	}

	record Order(Customer customer, String item) {

	}

	record Tenant(String name) {

	}

	static class Orders {

		@DistributedLocked(name = "orders", key = "@tenant.name + '-' + #order.customer.id + '-' + #order.item")
		public void place(Order order) {
		}

	}

}

package io.github.lockstarter.leader;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a bean, or a scheduled method, on the leader only.
 *
 * <pre class="code">
 * &#64;Component
 * &#64;DistributedLeader(name = "outbox", leaseTime = "10s")
 * class OutboxPoller implements SmartLifecycle { ... }
 * </pre>
 *
 * <p>
 * On the class or the {@code @Bean} method of a singleton with {@code start()} and
 * {@code stop()} (a {@code Lifecycle}; a {@code SmartLifecycle} must return {@code false}
 * from {@code isAutoStartup}), or with the two methods that this annotation names: the
 * bean is started when this instance becomes the leader, and stopped before another
 * instance can become it. It is started again each time.
 *
 * <p>
 * On a {@code @Scheduled} method without a result: each run asks this JVM only, never the
 * store, and is skipped if this instance does not lead. A run works under the lease of
 * the leader ({@code LockContext.current()}), so that a transaction is rolled back if the
 * lease is lost; the leadership is handed on when the run has ended.
 */
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface DistributedLeader {

	/**
	 * The name of the leadership; <code>${...}</code> placeholders are resolved. Each
	 * name once in an application.
	 * @return the name
	 */
	String name();

	/**
	 * How long the others wait after the leader has crashed: {@code 10s}, {@code PT10S}
	 * or a placeholder. By default {@code distributed-lock.lease-time}.
	 * @return the lease time
	 */
	String leaseTime() default "";

	/**
	 * The method that starts a bean which is no {@code Lifecycle}: public, without
	 * parameters.
	 * @return the name of the method
	 */
	String initMethod() default "";

	/**
	 * The method that stops such a bean.
	 * @return the name of the method
	 */
	String destroyMethod() default "";

}

package io.github.lockstarter.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.aot.hint.annotation.Reflective;
import org.springframework.core.annotation.AliasFor;

import io.github.lockstarter.InvalidLockKeyException;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockUpgradeException;
import io.github.lockstarter.ReleaseMode;

/**
 * Runs a method under a distributed lock: one caller at a time across all instances that
 * share a store, such as one Redis; or as many at a time as {@link #permits()} allows, or
 * together with all other {@linkplain #mode() readers}.
 *
 * <pre class="code">
 * &#64;DistributedLocked(name = "registration", key = "#userName")
 * public User register(String userName) { ... }
 * </pre>
 *
 * <p>
 * Allowed on a method, on a class (for all its methods except private, static and
 * {@code @Bean} ones; an annotation on the method wins), on an interface (for the methods
 * that it declares) and on another annotation. Key and condition are evaluated once,
 * before the method. The lock is acquired before a transaction of the same method begins
 * and released after it has ended. Inside, {@link LockContext#current()} returns the
 * lease with its fencing token. Mistakes (a wrong expression, a private method, a result
 * whose completion cannot be observed) are reported at startup.
 *
 * <p>
 * A method may return a future, a reactive type or a flow, or be a suspending function:
 * the lock is held until that completes. If the annotation is repeated, the locks are
 * nested, the first one outermost.
 */
@Target({ ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@Repeatable(DistributedLocks.class)
@Reflective(LockedMethodProcessor.class)
public @interface DistributedLocked {

	/**
	 * Alias for {@link #key()}.
	 * @return the key expression
	 */
	@AliasFor("key")
	String value() default "";

	/**
	 * What is locked, as a SpEL expression: {@code #userName}, {@code #p0},
	 * {@code #root.method}, {@code @bean.x(#a)}. If empty, the whole method is one lock.
	 * The result is text, a number, a boolean, an enum, a UUID, a java.time value, or of
	 * a type with its own {@code toString}; or a collection or array of these, of which
	 * all are locked or none. Any other value, null or blank text raises
	 * {@link InvalidLockKeyException}.
	 * @return the key expression
	 */
	@AliasFor("value")
	String key() default "";

	/**
	 * The namespace in front of the key; <code>${...}</code> placeholders are resolved.
	 * It is text, not an expression, which belongs into {@link #key()}. Methods with the
	 * same name share their locks. By default class and method. Set it in production, so
	 * that a renamed method still excludes instances that run the previous version.
	 * @return the namespace
	 */
	String name() default "";

	/**
	 * How long to wait: {@code 3s}, {@code 500ms}, {@code PT5S}, {@code 0} or a
	 * placeholder. Other numbers need a unit. By default
	 * {@code distributed-lock.wait-time}.
	 * @return the wait time
	 */
	String waitTime() default "";

	/**
	 * A fixed lease, which is not renewed. By default
	 * {@code distributed-lock.lease-time}, renewed while the method runs.
	 * @return the lease time
	 */
	String leaseTime() default "";

	/**
	 * After a normal return the lock is kept until this long after its acquisition.
	 * @return the minimum hold
	 */
	String minHold() default "";

	/**
	 * Whether the lock is exclusive, or shared by all readers and never held together
	 * with a writer. A reader needs a {@link #name()}, which its writers share; without
	 * one, or with a store without read locks, the application does not start. A reader
	 * that calls a writer of the same lock gets a {@link LockUpgradeException}.
	 * @return how the lock is shared
	 */
	LockMode mode() default LockMode.WRITE;

	/**
	 * How many callers may hold the lock at once: {@code 3}, or a placeholder. By default
	 * 1, an exclusive lock. Each holder has its own fencing token, which cannot fence,
	 * because several are valid at the same time. The limit is not stored: a caller is
	 * admitted while there are fewer holders than its own limit. The application does not
	 * start if the limit is not a whole number of at least 1, is combined with
	 * {@code mode = READ}, or the store does not support permits.
	 * @return the limit
	 */
	String permits() default "";

	/**
	 * Whether to be served in strict order of arrival among the fair requests of all
	 * instances.
	 * @return whether the request is fair
	 */
	boolean fair() default false;

	/**
	 * What the end of the method waits for when it releases the lock: {@code confirmed}
	 * for the answer of the store, {@code sent} for nothing, which saves a round trip;
	 * see {@link ReleaseMode}. By default {@code distributed-lock.release}.
	 * @return the mode of release
	 */
	String release() default "";

	/**
	 * A SpEL expression; if it is false the method runs without the lock. By default the
	 * method is always locked.
	 * @return the condition
	 */
	String condition() default "";

	/**
	 * What to do on {@link LockNotAcquiredException}.
	 * @return the reaction
	 */
	OnNotAcquired onNotAcquired() default OnNotAcquired.THROW;

	/**
	 * The method to call for {@link OnNotAcquired#FALLBACK}: of the same bean, with the
	 * same parameters and result.
	 * @return the name of the method
	 */
	String fallback() default "";

	/**
	 * What to do if the lease is lost while the method runs.
	 * @return the reaction
	 */
	OnLost onLost() default OnLost.THROW;

}

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
 * Runs a method one caller at a time, across all servers that share a store, such as one
 * Redis; or as many at a time as {@link #permits()} says, or beside all others that
 * {@linkplain #mode() read}.
 *
 * <pre class="code">
 * &#64;DistributedLocked(name = "registration", key = "#userName")
 * public User register(String userName) { ... }
 * </pre>
 *
 * <p>
 * May stand on a method, a class (for all its methods but private, static and
 * {@code @Bean} ones; one on the method itself wins), an interface (for the methods it
 * declares), and on another annotation. Key and condition are evaluated once, before the
 * method. The lock is taken before a transaction of the same method begins and released
 * after it has ended. Inside, {@link LockContext#current()} has the lease with its
 * fencing token. What cannot work (a wrong expression, a private method, a result of
 * whose end nobody is told) fails at startup.
 *
 * <p>
 * A method may return a future, a reactive type or a flow, or suspend: the lock is held
 * until that is complete. Repeated, the locks are nested, the first one outermost.
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
	 * {@code #root.method}, {@code @bean.x(#a)}. Empty: the whole method. The result is
	 * text, a number, a boolean, an enum, a UUID, a java.time value, or of a type with a
	 * {@code toString} of its own; or a collection or array of these, of which all are
	 * locked or none. Null, blank, empty and everything else is refused with
	 * {@link InvalidLockKeyException}.
	 * @return the key expression
	 */
	@AliasFor("value")
	String key() default "";

	/**
	 * The namespace in front of the key; <code>${...}</code> placeholders are resolved.
	 * It is text: an expression is refused, and belongs into {@link #key()}. Methods with
	 * the same name share their locks. Empty: class and method. Set it in production, so
	 * that a renamed method still excludes the servers that run the version before.
	 * @return the namespace
	 */
	String name() default "";

	/**
	 * How long to wait: {@code 3s}, {@code 500ms}, {@code PT5S}, {@code 0} or a
	 * placeholder. Any other number needs its unit. Empty:
	 * {@code distributed-lock.wait-time}.
	 * @return the wait time
	 */
	String waitTime() default "";

	/**
	 * A fixed lease, which is not renewed. Empty: {@code distributed-lock.lease-time},
	 * renewed while the method runs.
	 * @return the lease time
	 */
	String leaseTime() default "";

	/**
	 * After a normal return the lock stays taken until this long after its acquisition.
	 * @return the minimum hold
	 */
	String minHold() default "";

	/**
	 * Whether the method has the lock alone, or reads: beside all others that read, and
	 * never beside one that writes. A method that reads needs a {@link #name()}, which
	 * the methods that write have too. To enter one that writes from inside one that
	 * reads the same is a {@link LockUpgradeException}. Without a name, or where the
	 * store knows no readers, the application does not start.
	 * @return how the lock is shared
	 */
	LockMode mode() default LockMode.WRITE;

	/**
	 * How many callers may be inside at once: {@code 3}, or a placeholder. Empty, or 1:
	 * one alone. Each has a fencing token of its own, which cannot fence: several are
	 * right at the same time. The limit is not stored: who enters finds fewer inside than
	 * its own limit. Below 1, no whole number, beside {@code mode = READ}, or where the
	 * store knows no permits: the application does not start.
	 * @return the limit
	 */
	String permits() default "";

	/**
	 * Whether to be served in strict order of arrival among the fair requests of all
	 * servers.
	 * @return whether to be served in that order
	 */
	boolean fair() default false;

	/**
	 * For what the end of the method waits when it gives the lock back: {@code confirmed}
	 * for the answer of the store, {@code sent} for nothing, which saves a round trip;
	 * see {@link ReleaseMode}. Empty: {@code distributed-lock.release}.
	 * @return the way of giving back
	 */
	String release() default "";

	/**
	 * A SpEL expression; where it is false the method runs without the lock. Empty:
	 * always locked.
	 * @return the condition
	 */
	String condition() default "";

	/**
	 * What to do on {@link LockNotAcquiredException}.
	 * @return the reaction
	 */
	OnNotAcquired onNotAcquired() default OnNotAcquired.THROW;

	/**
	 * A method of the same bean with the same parameters and result, for
	 * {@link OnNotAcquired#FALLBACK}.
	 * @return the name of the method
	 */
	String fallback() default "";

	/**
	 * What to do when the lease is over before the body is.
	 * @return the reaction
	 */
	OnLost onLost() default OnLost.THROW;

}

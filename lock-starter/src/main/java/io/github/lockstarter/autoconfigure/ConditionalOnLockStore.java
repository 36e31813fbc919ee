package io.github.lockstarter.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;

/**
 * Matches where a store is the one that keeps the locks: {@code distributed-lock.store}
 * names it, or nothing is said and it is the only one on the class path. Never matches
 * where locks are turned off.
 *
 * <p>
 * A store is known by its name, one line of the file
 * {@code META-INF/spring/io.github.lockstarter.autoconfigure.ConditionalOnLockStore.imports}
 * in its jar. It is made by an auto-configuration that comes before
 * {@link LockAutoConfiguration} and backs off from what the application has: <pre class=
 * "code">
 * &#64;AutoConfiguration(before = LockAutoConfiguration.class)
 * &#64;ConditionalOnLockStore("mongo")
 * &#64;ConditionalOnMissingBean({ LockStore.class, LockOperations.class })
 * </pre> A name that is in no such file stops the start, and so does another choice at
 * the start than there was when the application was processed ahead of time.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(OnLockStore.class)
@Import(StoreOfTheBuild.Registrar.class)
public @interface ConditionalOnLockStore {

	/**
	 * The name of the store.
	 * @return one word in lower case
	 */
	String value();

}

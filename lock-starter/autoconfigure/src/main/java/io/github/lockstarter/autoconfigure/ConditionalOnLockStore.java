package io.github.lockstarter.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;

/**
 * Matches if the named store keeps the locks: {@code distributed-lock.store} names it, or
 * it is the only store on the class path and the property is not set. Never matches if
 * locks are disabled.
 *
 * <p>
 * The name of a store is a line of the file
 * {@code META-INF/spring/io.github.lockstarter.autoconfigure.ConditionalOnLockStore.imports}
 * in its jar. Its auto-configuration comes before {@link LockAutoConfiguration} and backs
 * off from the beans of the application: <pre class="code">
 * &#64;AutoConfiguration(before = LockAutoConfiguration.class)
 * &#64;ConditionalOnLockStore("mongo")
 * &#64;ConditionalOnMissingBean({ LockStore.class, LockOperations.class })
 * </pre> A name that is in no such file stops the start. So does, after ahead-of-time
 * processing, a different choice at startup.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(OnLockStore.class)
@Import(StoreOfTheBuild.Registrar.class)
public @interface ConditionalOnLockStore {

	/**
	 * Returns the name of the store.
	 * @return one word in lower case
	 */
	String value();

}

package io.github.lockstarter.store;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares that a {@link LockStore} reports every failure of a command by its stage: no
 * command throws or returns {@code null}, and neither do its queries. The engine calls
 * such a store directly, and guards itself against all others. Not inherited: a subclass,
 * a proxy or a store that wraps another one has code of its own, and is guarded unless it
 * declares the same.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface FailsInStages {

}

package io.github.lockstarter.sample.app;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;

/**
 * Omits a bean if the store has exclusive locks only, as a quorum of masters has: an
 * application that requests readers or permits there does not start.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ConditionalOnExpression(NeedsModes.ARE_THERE)
public @interface NeedsModes {

	/**
	 * Whether the store supports readers and permits.
	 */
	String ARE_THERE = "'${distributed-lock.redis.quorum.nodes:}'.isEmpty()";

}

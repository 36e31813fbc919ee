package io.github.lockstarter.sample.app;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;

/**
 * Left out where a lock has one holder and no other: a quorum of masters, etcd and
 * ZooKeeper know no readers and no permits, and an application that asks for them there
 * does not start.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ConditionalOnExpression(NeedsModes.ARE_THERE)
public @interface NeedsModes {

	/**
	 * Whether there are readers and permits.
	 */
	String ARE_THERE = "'${distributed-lock.redis.quorum.nodes:}'.isEmpty() "
			+ "and '${distributed-lock.store}' matches 'redis|jdbc'";

}

package io.github.lockstarter.sample.app;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;

/**
 * Left out where a quorum of masters keeps the locks: it knows no readers and no permits,
 * and an application that asks for them there does not start.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ConditionalOnExpression("'${distributed-lock.redis.quorum.nodes:}'.isEmpty()")
public @interface NotOnAQuorum {

}

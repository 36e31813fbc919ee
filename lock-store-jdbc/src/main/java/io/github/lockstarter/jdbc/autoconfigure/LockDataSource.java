package io.github.lockstarter.jdbc.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Qualifies the {@code DataSource} that the locks take their connections from, where a
 * URL with a user is not enough. They keep one connection for each of
 * {@code distributed-lock.jdbc.connections}, and one more on PostgreSQL, for as long as
 * the application runs: give them a pool of their own, without a detection of leaks. The
 * locks ask it for each connection that they make, so it may rotate its credentials.
 */
@Target({ ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Qualifier
public @interface LockDataSource {

}

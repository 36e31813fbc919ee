package io.github.lockstarter.jdbc.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Qualifies the {@code DataSource} that provides the connections of the locks, if a URL
 * and a user are not enough. The locks keep {@code distributed-lock.jdbc.connections}
 * connections open as long as the application runs, and one more on PostgreSQL: give them
 * a pool of their own, without leak detection. Each new connection is requested from it,
 * so it may rotate its credentials.
 */
@Target({ ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Qualifier
public @interface LockDataSource {

}

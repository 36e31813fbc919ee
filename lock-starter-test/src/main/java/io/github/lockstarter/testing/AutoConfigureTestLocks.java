package io.github.lockstarter.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * Gives a test the locks of the starter, with their store in memory, and a
 * {@link TestLocks} bean to disturb them with. For {@code @SpringBootTest}, and for
 * slices ({@code @WebMvcTest}, {@code @DataJpaTest} and others), where without it an
 * annotated method would run without its lock.
 *
 * <p>
 * Everything but the store is real: the engine, its threads, the advice, futures and
 * Reactor. One store belongs to one application context; tests that share a cached
 * context share it, and find it as {@link TestLocks#reset()} leaves it.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
public @interface AutoConfigureTestLocks {

}

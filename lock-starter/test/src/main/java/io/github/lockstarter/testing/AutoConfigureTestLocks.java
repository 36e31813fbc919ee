package io.github.lockstarter.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * Gives a test the locks of the starter with a store in memory, and a {@link TestLocks}
 * bean to control them. For {@code @SpringBootTest}, and for slices ({@code @WebMvcTest},
 * {@code @DataJpaTest} and others), where an annotated method would otherwise run without
 * its lock.
 *
 * <p>
 * Everything but the store is real: the engine, its threads, the advice, futures and
 * Reactor. Each application context has one store; tests that share a cached context
 * share it, and {@link TestLocks#reset()} cleans up between them.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
public @interface AutoConfigureTestLocks {

}

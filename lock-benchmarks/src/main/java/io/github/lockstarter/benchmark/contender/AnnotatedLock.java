package io.github.lockstarter.benchmark.contender;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.aspect.LockAspectAutoConfiguration;
import io.github.lockstarter.store.LockStore;

/**
 * The starter's annotation on a bean of a Spring Boot application, and the template of
 * the same application beside it.
 */
public final class AnnotatedLock implements Contender {

	static final String NAME = "annotated";

	private final ConfigurableApplicationContext application;

	private final AnnotatedBean bean;

	private final LockOperations template;

	/**
	 * Starts the application on a Redis.
	 * @param endpoint where the locks are kept
	 */
	public AnnotatedLock(Endpoint endpoint) {
		this(endpoint, null);
	}

	private AnnotatedLock(Endpoint endpoint, @Nullable LockStore store) {
		this.application = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off", "logging.level.root=error",
					"spring.data.redis.host=" + endpoint.host(), "spring.data.redis.port=" + endpoint.port(),
					"distributed-lock.lease-time=" + endpoint.lease().toMillis() + "ms",
					"distributed-lock.shutdown-timeout=0s")
			.initializers((context) -> {
				if (store != null) {
					context.getBeanFactory().registerSingleton("lockStore", store);
				}
			})
			.run();
		this.bean = this.application.getBean(AnnotatedBean.class);
		this.template = this.application.getBean(LockOperations.class);
	}

	/**
	 * Starts the application on a store that grants everything at once, without any
	 * network: what is left is the cost of the starter's own code.
	 * @return the contender; close it
	 */
	public static AnnotatedLock withoutNetwork() {
		return new AnnotatedLock(new Endpoint("localhost", 1, Endpoint.LEASE), new GrantingStore());
	}

	@Override
	public void locked(String name, Runnable work) {
		this.bean.locked(name, work);
	}

	/**
	 * Does by the template what the annotation does for the same name.
	 * @param name the lock name
	 * @param work what to do with it
	 */
	public void lockedByTemplate(String name, Runnable work) {
		this.template.executeWithoutResult(LockRequest.of(NAME + ":" + name).waitTime(Duration.ofMinutes(10)),
				(lease) -> work.run());
	}

	@Override
	public Runnable acquire(String name) {
		throw new UnsupportedOperationException("An annotated method acquires and releases in one call");
	}

	@Override
	public void close() {
		this.application.close();
	}

	/**
	 * Such an application.
	 */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ AopAutoConfiguration.class, DataRedisAutoConfiguration.class,
			LockAutoConfiguration.class, LockAspectAutoConfiguration.class })
	static class Application {

		@Bean
		AnnotatedBean annotatedBean() {
			return new AnnotatedBean();
		}

	}

}

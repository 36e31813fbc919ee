package io.github.lockstarter.aspect;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import io.github.lockstarter.redis.LockInstance;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * A whole application with services of one test, and another server that shares its
 * Redis.
 */
public final class FacesApplication implements AutoCloseable {

	private final LockInstance other = LockInstance.on(TestRedis.shared());

	private final ConfigurableApplicationContext context;

	public FacesApplication(Class<?>... services) {
		Class<?>[] sources = new Class<?>[services.length + 1];
		System.arraycopy(services, 0, sources, 0, services.length);
		sources[services.length] = Application.class;
		this.context = new SpringApplication(sources).run("--spring.data.redis.host=" + TestRedis.shared().host(),
				"--spring.data.redis.port=" + TestRedis.shared().port(), "--spring.main.banner-mode=off",
				"--distributed-lock.shutdown-timeout=0", "--distributed-lock.start-timeout=1m",
				"--distributed-lock.command-timeout=5s", "--distributed-lock.wait-time=1m",
				"--faces.name=from-the-environment");
	}

	/**
	 * Why an application with that service does not start.
	 */
	public static Throwable refusal(Class<?> service) {
		return LockedBeans.refusalIn(catchThrowable(() -> new FacesApplication(service).close()));
	}

	/**
	 * Why that service cannot be created here.
	 */
	public Throwable refusalOf(Class<?> service) {
		return LockedBeans.refusalIn(catchThrowable(() -> this.context.getBeanFactory().createBean(service)));
	}

	public <T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	public void publish(Object event) {
		this.context.publishEvent(event);
	}

	public LockInstance other() {
		return this.other;
	}

	public boolean isFree(String name) {
		return this.other.locks().describe(name).isEmpty();
	}

	@Override
	public void close() {
		this.context.close();
		this.other.close();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}

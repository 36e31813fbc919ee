package io.github.lockstarter.benchmark.contender;

import java.time.Duration;

import org.springframework.context.ConfigurableApplicationContext;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;

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
		this(LockApplication.start(endpoint, LockApplication.on(endpoint)));
	}

	private AnnotatedLock(ConfigurableApplicationContext application) {
		this.application = application;
		this.bean = application.getBean(AnnotatedBean.class);
		this.template = application.getBean(LockOperations.class);
	}

	/**
	 * Starts the application on a store that grants everything at once, without any
	 * network: what is left is the cost of the starter's own code.
	 * @return the contender; close it
	 */
	public static AnnotatedLock withoutNetwork() {
		return new AnnotatedLock(LockApplication.startOn(new GrantingStore(), Endpoint.at("localhost", 1)));
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

}

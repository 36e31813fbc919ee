package io.github.lockstarter.benchmark.contender;

import java.time.Duration;

import org.springframework.context.ConfigurableApplicationContext;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;

/**
 * The starter's annotation on a bean of a Spring Boot application, and the template of
 * the same application beside it. The store grants everything at once, without any
 * network: what is left is the cost of the starter's own code.
 */
public final class AnnotatedLock implements AutoCloseable {

	static final String NAME = "annotated";

	private final ConfigurableApplicationContext application;

	private final AnnotatedBean bean;

	private final LockOperations template;

	/**
	 * Starts the application.
	 */
	public AnnotatedLock() {
		this.application = LockApplication.startOn(new GrantingStore(), Endpoint.at("localhost", 1));
		this.bean = this.application.getBean(AnnotatedBean.class);
		this.template = this.application.getBean(LockOperations.class);
	}

	/**
	 * Calls the annotated method.
	 * @param name the lock name
	 * @param work what to do with it
	 */
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
	public void close() {
		this.application.close();
	}

}

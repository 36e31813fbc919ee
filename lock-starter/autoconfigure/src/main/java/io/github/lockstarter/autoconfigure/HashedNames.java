package io.github.lockstarter.autoconfigure;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

import io.github.lockstarter.text.LoggedText;

/**
 * Lets log lines, messages and traces contain hashes of lock names, before any bean uses
 * a lock. They stay hashed until the JVM ends: another application that starts later, or
 * one that has stopped, must not disclose the names.
 */
final class HashedNames implements BeanFactoryPostProcessor {

	static final String PROPERTY = "distributed-lock.hash-names";

	private final Environment environment;

	HashedNames(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory factory) {
		if (this.environment.getProperty(PROPERTY, Boolean.class, false)) {
			LoggedText.hashNames(true);
		}
	}

}

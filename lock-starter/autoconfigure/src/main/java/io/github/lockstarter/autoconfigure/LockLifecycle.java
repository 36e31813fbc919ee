package io.github.lockstarter.autoconfigure;

import java.util.function.Supplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextRefreshedEvent;

import io.github.lockstarter.core.LockTemplate;

/**
 * Starts and stops the locks with the application.
 */
final class LockLifecycle implements SmartLifecycle, ApplicationListener<ContextRefreshedEvent> {

	// after the web server, message listeners (the largest values), executors and
	// schedulers (half)
	static final int PHASE = Integer.MAX_VALUE / 4;

	private static final Logger logger = LoggerFactory.getLogger(LockLifecycle.class);

	private final LockTemplate template;

	private final Supplier<String> startLine;

	private final ConfigurableApplicationContext context;

	private volatile boolean refreshed;

	private volatile boolean running;

	LockLifecycle(LockTemplate template, Supplier<String> startLine, ConfigurableApplicationContext context) {
		this.template = template;
		this.startLine = startLine;
		this.context = context;
	}

	@Override
	public void start() {
		this.template.start();
		if (logger.isInfoEnabled()) {
			logger.info(this.startLine.get());
		}
		this.running = true;
	}

	@Override
	public void onApplicationEvent(ContextRefreshedEvent event) {
		this.refreshed |= event.getApplicationContext() == this.context;
	}

	@Override
	public void stop() {
		if (this.refreshed && !this.context.isClosed()) {
			this.template.stop();
		}
		else {
			this.template.drain();
		}
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	// overrides a method of Spring Framework 7 only
	public boolean isPauseable() {
		return false;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

}

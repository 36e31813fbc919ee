package io.github.lockstarter.autoconfigure;

import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;

import io.github.lockstarter.core.LockTemplate;

/**
 * Starts and stops the locks with the application.
 */
final class LockLifecycle implements SmartLifecycle, DisposableBean {

	/**
	 * Higher phases stop first: the web server, message listeners (the largest values)
	 * and task executors and schedulers (half of it) have ended their work when the locks
	 * stop.
	 */
	static final int PHASE = Integer.MAX_VALUE / 4;

	private static final Log logger = LogFactory.getLog(LockLifecycle.class);

	private final LockTemplate template;

	private final Supplier<String> startLine;

	private volatile boolean running;

	LockLifecycle(LockTemplate template, Supplier<String> startLine) {
		this.template = template;
		this.startLine = startLine;
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
	public void stop() {
		this.template.stop();
		this.running = false;
	}

	/**
	 * Stops a template that was used before the start, in an application whose start then
	 * failed.
	 */
	@Override
	public void destroy() {
		this.template.stop();
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

}

package io.github.lockstarter.autoconfigure;

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

	private final LockTemplate template;

	private volatile boolean running;

	LockLifecycle(LockTemplate template) {
		this.template = template;
	}

	@Override
	public void start() {
		this.template.start();
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

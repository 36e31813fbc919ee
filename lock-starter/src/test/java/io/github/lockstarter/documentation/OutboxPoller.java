package io.github.lockstarter.documentation;

import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

import io.github.lockstarter.leader.DistributedLeader;

@Component
@DistributedLeader(name = "outbox", leaseTime = "10s")
class OutboxPoller implements SmartLifecycle {

	@Override
	public boolean isAutoStartup() {
		return false; // the leadership starts it, and not Spring
	}

	// start(), stop(), isRunning()

	private volatile boolean running;

	void start(long fencingToken) {
		start();
	}

	@Override
	public void start() {
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

}

package io.github.lockstarter.autoconfigure.leader;

import org.springframework.context.SmartLifecycle;

import io.github.lockstarter.leader.LockLeaderElection;

/**
 * Lets the application become a candidate when it has started, and leave first when it
 * stops: another instance leads while this one still answers its last requests.
 */
final class LeaderLifecycle implements SmartLifecycle {

	private final LockLeaderElection election;

	private volatile boolean running;

	LeaderLifecycle(LockLeaderElection election) {
		this.election = election;
	}

	@Override
	public void start() {
		this.election.start();
		this.running = true;
	}

	@Override
	public void stop() {
		this.election.stop();
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

	// the default, after the web server and before everything else that stops
	@Override
	public int getPhase() {
		return DEFAULT_PHASE;
	}

}

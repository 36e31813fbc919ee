package io.github.lockstarter.simulation.client;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.leader.LeaderListener;
import io.github.lockstarter.leader.Leadership;
import io.github.lockstarter.leader.LockLeaderElection;
import io.github.lockstarter.leader.LockLeadership;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.ProcessRuntime;

/**
 * The part of an instance in one election, with connections of its own: what callers do
 * stays as it would be without it.
 */
public final class Candidate {

	private final Connections connections;

	private final LockTemplate template;

	private final LockLeaderElection election;

	private final LockLeadership leadership;

	/**
	 * Joins the election.
	 * @param process the process of the instance
	 * @param name the name of the election
	 * @param backend where it connects
	 * @param network the way there
	 * @param settings the settings of the instance
	 * @param listener is told
	 */
	Candidate(Process process, String name, Backend backend, Network network, LockSettings settings,
			LeaderListener listener) {
		ProcessRuntime runtime = new ProcessRuntime(process);
		Backend.Link link = backend.connect(process, runtime, network, settings);
		this.connections = link.connections();
		this.template = new LockTemplate(link.store(), settings, runtime, List.of());
		this.election = new LockLeaderElection(this.template.leaders(), List.of());
		this.leadership = (LockLeadership) this.election.join(name, listener);
		start();
	}

	/**
	 * Its leadership.
	 * @return the leadership
	 */
	public Leadership leadership() {
		return this.leadership;
	}

	/**
	 * What is left of its lease, by its own clock.
	 * @return the time; zero if it does not lead
	 */
	public Duration remaining() {
		return this.leadership.lease().map((lease) -> lease.remaining()).orElse(Duration.ZERO);
	}

	Connections connections() {
		return this.connections;
	}

	void start() {
		this.template.start();
		this.election.start();
	}

	// By a thread that may block.
	void stop() {
		this.election.stop();
		this.template.drain();
		this.template.stop();
	}

}

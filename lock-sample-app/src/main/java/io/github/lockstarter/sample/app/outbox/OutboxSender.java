package io.github.lockstarter.sample.app.outbox;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.leader.DistributedLeader;

/**
 * Sends what is in the outbox, on one server until it stops or dies; then another one
 * takes over.
 */
@Component
public class OutboxSender {

	private final Outbox outbox;

	OutboxSender(Outbox outbox) {
		this.outbox = outbox;
	}

	/**
	 * Runs on the leader only, and asks no store whether it is: the other servers skip
	 * it. The next leader begins when the last run has ended.
	 */
	@Scheduled(fixedDelay = 200)
	@DistributedLeader(name = "outbox")
	public void send() {
		Lease lease = LockContext.current("outbox").orElseThrow();
		for (String message : this.outbox.waiting()) {
			lease.ensureHeld();
			this.outbox.send(message, lease.fencingToken());
		}
	}

}

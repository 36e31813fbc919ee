package io.github.lockstarter.documentation;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnNotAcquired;

@Component
public class Jobs {

	private final Ledger ledger;

	Jobs(Ledger ledger) {
		this.ledger = ledger;
	}

	@Scheduled(cron = "${jobs.clean-up}")
	@DistributedLocked(name = "job-clean-up", waitTime = "0", minHold = "30s", onNotAcquired = OnNotAcquired.SKIP)
	public void cleanUp() {
		this.ledger.cleanUp();
	}

	@Scheduled(cron = "${jobs.invoices}")
	@OnOneServer("job-invoices")
	public void sendInvoices() {
		this.ledger.cleanUp();
	}

}

package io.github.lockstarter.documentation;

import java.time.Duration;

import org.springframework.stereotype.Service;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.concurrent.LeaseLock;

@Service
public class AccountService {

	private final LockOperations locks;

	private final Ledger ledger;

	AccountService(LockOperations locks, Ledger ledger) {
		this.locks = locks;
		this.ledger = ledger;
	}

	@DistributedLocked(name = "account", key = "{#from, #to}")
	public void transfer(String from, String to, long cents) {
		long token = LockContext.current("account:" + from).orElseThrow().fencingToken();
		this.ledger.move(from, to, cents, token);
	}

	long balance(String account) {
		return this.locks.execute("account:" + account, (lease) -> this.ledger.sum(account, lease.fencingToken()));
	}

	long quickBalance(String account) {
		LockRequest request = LockRequest.of("account:" + account).release(ReleaseMode.SENT);
		return this.locks.execute(request, (lease) -> this.ledger.sum(account, lease.fencingToken()));
	}

	void book(Iterable<String> lines) {
		LockRequest request = LockRequest.of("import").waitTime(Duration.ofSeconds(10));
		try (Lease lease = this.locks.acquire(request)) {
			for (String line : lines) {
				lease.ensureHeld(); // no I/O; throws LockLostException
				this.ledger.book(line, lease.fencingToken());
			}
		}
	}

	boolean cleanUp() {
		return this.locks.tryAcquire(LockRequest.of("clean-up").noWait()).map((lease) -> {
			try (lease) {
				this.ledger.cleanUp();
				return true;
			}
		}).orElse(false);
	}

	void close(String one, String other) {
		LockRequest both = LockRequest.ofAll("account:" + one, "account:" + other);
		this.locks.executeWithoutResult(both, (lease) -> {
			long token = lease.on("account:" + one).orElseThrow().fencingToken();
			this.ledger.move(one, other, 0, token);
		});
	}

	void importAll() {
		LeaseLock lock = LeaseLock.of(this.locks, LockRequest.of("import"));
		lock.lock();
		try {
			importFiles();
		}
		finally {
			lock.unlock();
		}
	}

	private void importFiles() {
		this.ledger.book("import", LockContext.current().map(Lease::fencingToken).orElse(1L));
	}

	void support(String account) {
		this.locks.describe("account:" + account)
			.ifPresent((info) -> System.out.println(info.holder() + " holds it for " + info.remaining()));
		this.locks.forceRelease("account:" + account);
	}

}

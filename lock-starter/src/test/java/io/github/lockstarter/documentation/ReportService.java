package io.github.lockstarter.documentation;

import java.util.concurrent.CompletableFuture;

import org.springframework.stereotype.Service;
import reactor.core.publisher.Mono;

import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnNotAcquired;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.reactive.ReactiveLockContext;
import io.github.lockstarter.reactive.ReactiveLockOperations;

@Service
public class ReportService {

	private final AsyncLockOperations asyncLocks;

	private final ReactiveLockOperations reactiveLocks;

	ReportService(AsyncLockOperations asyncLocks, ReactiveLockOperations reactiveLocks) {
		this.asyncLocks = asyncLocks;
		this.reactiveLocks = reactiveLocks;
	}

	CompletableFuture<String> future() {
		return this.asyncLocks.execute("report-future", (lease) -> buildLater(lease.fencingToken()));
	}

	Mono<String> mono() {
		return this.reactiveLocks.execute("report-mono", (lease) -> build(lease.fencingToken()));
	}

	@DistributedLocked(name = "report", key = "#month")
	public CompletableFuture<String> report(String month) {
		return buildLater(7);
	}

	@DistributedLocked(name = "report-reactive", key = "#month")
	public Mono<String> reactiveReport(String month) {
		return ReactiveLockContext.current().flatMap((lease) -> build(lease.fencingToken()));
	}

	@DistributedLocked(name = "dashboard", waitTime = "0", onNotAcquired = OnNotAcquired.FALLBACK, fallback = "last")
	public String dashboard() {
		return "new";
	}

	String last() {
		return "last";
	}

	private CompletableFuture<String> buildLater(long token) {
		return CompletableFuture.supplyAsync(() -> "report " + (token > 0));
	}

	private Mono<String> build(long token) {
		return Mono.fromSupplier(() -> "report " + (token > 0));
	}

}

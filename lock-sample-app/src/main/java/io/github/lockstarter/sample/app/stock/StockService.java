package io.github.lockstarter.sample.app.stock;

import org.springframework.stereotype.Service;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.annotation.DistributedLocked;

/**
 * Reserves bags of an article, one reservation of an article at a time across all
 * servers.
 */
@Service
public class StockService {

	private final StockTable table;

	StockService(StockTable table) {
		this.table = table;
	}

	/**
	 * Reserves bags. A process can be paused for longer than its lease, between any two
	 * lines, and go on without noticing; by then another has the lock. Therefore the row
	 * remembers the largest fencing token: the first statement takes the row, and the
	 * last one writes only if nobody with a larger token has taken it since. The lease is
	 * fixed and short: a reservation takes milliseconds, and after a crash the next one
	 * waits no longer. Leave it out, and it is renewed.
	 * @param article what to reserve
	 * @param bags how many
	 * @return how many bags are left
	 * @throws NotEnoughBagsException if there are not as many; nothing was written
	 * @throws StaleHolderException if another holds the lock by now; nothing was written
	 */
	@DistributedLocked(name = "stock", key = "#article", leaseTime = "1s", waitTime = "10s")
	public int reserve(String article, int bags) {
		long token = LockContext.current().orElseThrow().fencingToken();
		this.table.take(article, token);
		int left = this.table.bagsOf(article);
		if (left < bags) {
			throw new NotEnoughBagsException(article, left);
		}
		this.table.write(article, left - bags, token);
		return left - bags;
	}

}

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
	 * Reserves bags. Between any two lines the process may be paused for longer than its
	 * lease and continue without noticing, while another holder has the lock. Therefore
	 * the row stores the largest fencing token: the first statement takes the row, and
	 * the last one writes only if no larger token has taken it since. The fixed lease is
	 * short, because a reservation takes milliseconds, and after a crash the next caller
	 * waits no longer. Without {@code leaseTime} it is renewed.
	 * @param article what to reserve
	 * @param bags how many
	 * @return how many bags are left
	 * @throws NotEnoughBagsException if there are fewer; nothing was written
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

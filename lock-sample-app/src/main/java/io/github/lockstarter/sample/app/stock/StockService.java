package io.github.lockstarter.sample.app.stock;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.annotation.DistributedLocked;

/**
 * Reserves bags of an article, one reservation of an article at a time across all
 * servers, in a table {@code stock(article, bags, fence)}.
 */
@Service
public class StockService {

	private final JdbcClient sql;

	StockService(JdbcClient sql) {
		this.sql = sql;
	}

	/**
	 * Reserves bags. A process can be paused for longer than its lease, between any two
	 * lines, and go on without noticing; by then another has the lock. Therefore the row
	 * remembers the largest fencing token: the first statement takes the row, and the
	 * last one writes only if nobody with a larger token has taken it since. The lease is
	 * that short to make the accident easy; leave it out, and it is renewed.
	 * @param article what to reserve
	 * @param bags how many
	 * @param check what is done between reading and writing
	 * @return how many bags are left
	 * @throws NotEnoughBagsException if there are not as many; nothing was written
	 * @throws StaleHolderException if another holds the lock by now; nothing was written
	 */
	@DistributedLocked(name = "stock", key = "#article", leaseTime = "1s", waitTime = "10s")
	public int reserve(String article, int bags, Runnable check) {
		long token = LockContext.current().orElseThrow().fencingToken();
		refuseIfNone(token,
				this.sql.sql("update stock set fence = ? where article = ? and fence <= ?")
					.params(token, article, token)
					.update());
		int left = this.sql.sql("select bags from stock where article = ?")
			.param(article)
			.query(Integer.class)
			.single();
		if (left < bags) {
			throw new NotEnoughBagsException(article, left);
		}
		check.run();
		refuseIfNone(token,
				this.sql.sql("update stock set bags = ? where article = ? and fence = ?")
					.params(left - bags, article, token)
					.update());
		return left - bags;
	}

	private static void refuseIfNone(long token, int rows) {
		if (rows == 0) {
			throw new StaleHolderException(token);
		}
	}

}

package io.github.lockstarter.sample.app.stock;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

import io.github.lockstarter.annotation.DistributedLocked;

/**
 * Reserves bags under the same lock as {@link StockService}, but does not show its
 * fencing token to the database: a late write gets through.
 */
@Service
public class UnfencedStockService {

	private final JdbcClient sql;

	UnfencedStockService(JdbcClient sql) {
		this.sql = sql;
	}

	/**
	 * Reserves bags.
	 * @param article what to reserve
	 * @param bags how many
	 * @param check what is done between reading and writing
	 * @return how many bags are left
	 * @throws NotEnoughBagsException if there are not as many; nothing was written
	 */
	@DistributedLocked(name = "stock", key = "#article", leaseTime = "1s", waitTime = "10s")
	public int reserve(String article, int bags, Runnable check) {
		int left = this.sql.sql("select bags from stock where article = ?")
			.param(article)
			.query(Integer.class)
			.single();
		if (left < bags) {
			throw new NotEnoughBagsException(article, left);
		}
		check.run();
		this.sql.sql("update stock set bags = ? where article = ?").params(left - bags, article).update();
		return left - bags;
	}

}

package io.github.lockstarter.sample.app.stock;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The table {@code stock(article, bags, fence)}, whose rows store the largest fencing
 * token; created at the first use, so that the application starts without its database.
 */
@Repository
class StockTable {

	private final JdbcClient sql;

	StockTable(JdbcClient sql) {
		this.sql = sql;
	}

	void fill(String article, int bags) {
		this.sql.sql("""
				create table if not exists stock (
				article varchar(100) primary key, bags int not null, fence bigint not null)
				""").update();
		this.sql.sql("merge into stock (article, bags, fence) values (?, ?, 0)").params(article, bags).update();
	}

	int bagsOf(String article) {
		return this.sql.sql("select bags from stock where article = ?").param(article).query(Integer.class).single();
	}

	// Fails if a later holder has taken the row.
	void take(String article, long token) {
		refuseIfNone(token,
				this.sql.sql("update stock set fence = ? where article = ? and fence <= ?")
					.params(token, article, token)
					.update());
	}

	// Fails if a later holder has taken the row.
	void write(String article, int bags, long token) {
		refuseIfNone(token,
				this.sql.sql("update stock set bags = ? where article = ? and fence = ?")
					.params(bags, article, token)
					.update());
	}

	private static void refuseIfNone(long token, int rows) {
		if (rows == 0) {
			throw new StaleHolderException(token);
		}
	}

}

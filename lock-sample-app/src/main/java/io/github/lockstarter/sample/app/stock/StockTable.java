package io.github.lockstarter.sample.app.stock;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The table of the stock. It is made when it is first needed, so that the sample starts
 * without its database.
 */
@Component
class StockTable {

	private final JdbcClient sql;

	StockTable(JdbcClient sql) {
		this.sql = sql;
	}

	void fill(String article, int bags) {
		this.sql
			.sql("create table if not exists stock "
					+ "(article varchar(100) primary key, bags int not null, fence bigint not null)")
			.update();
		this.sql.sql("merge into stock (article, bags, fence) values (?, ?, 0)").params(article, bags).update();
	}

	int bagsOf(String article) {
		return this.sql.sql("select bags from stock where article = ?").param(article).query(Integer.class).single();
	}

}

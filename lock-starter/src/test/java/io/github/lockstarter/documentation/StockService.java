package io.github.lockstarter.documentation;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.annotation.DistributedLocked;

@Service
public class StockService {

	private final JdbcTemplate jdbc;

	StockService(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
	}

	@Transactional
	@DistributedLocked(name = "stock", key = "#id")
	public void reserve(int id, int amount) {
		long token = LockContext.current().orElseThrow().fencingToken();
		if (this.jdbc.update("update stock set fence = ? where id = ? and fence <= ?", token, id, token) == 0) {
			throw new IllegalStateException("a stale holder"); // rolls back
		}
		this.jdbc.update("update stock set amount = amount - ? where id = ?", amount, id);
	}

}

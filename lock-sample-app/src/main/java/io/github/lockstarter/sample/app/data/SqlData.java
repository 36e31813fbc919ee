package io.github.lockstarter.sample.app.data;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.springframework.context.annotation.Profile;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Shared data in the two tables of {@code shared-data.sql}, with the SQL of H2; expired
 * values are ignored, and deleted by the next write.
 */
@Repository
@Profile("!redis")
class SqlData implements SharedData {

	private static final String UNTIL = "timestampadd(millisecond, ?, current_timestamp)";

	private final JdbcClient sql;

	SqlData(JdbcClient sql) {
		this.sql = sql;
	}

	@Override
	public Optional<String> value(String key) {
		return this.sql.sql("select content from shared_value where id = ? and kept_until > current_timestamp")
			.param(key)
			.query(String.class)
			.optional();
	}

	@Override
	public void put(String key, String value, Duration time) {
		forgetOld();
		try {
			merge(key, value, time);
		}
		catch (DuplicateKeyException ex) {
			// another server has inserted it meanwhile
			merge(key, value, time);
		}
	}

	private void merge(String key, String value, Duration time) {
		this.sql.sql("merge into shared_value (id, content, kept_until) values (?, ?, " + UNTIL + ")")
			.params(key, value, time.toMillis())
			.update();
	}

	private void forgetOld() {
		this.sql.sql("delete from shared_value where kept_until <= current_timestamp").update();
	}

	@Override
	public long increment(String key, Duration time) {
		forgetOld();
		return addOne(key, time).orElseGet(() -> {
			try {
				this.sql.sql("insert into shared_value (id, content, kept_until) values (?, '1', " + UNTIL + ")")
					.params(key, time.toMillis())
					.update();
				return 1L;
			}
			catch (DuplicateKeyException ex) {
				// another server was first
				return addOne(key, time).orElseThrow(() -> ex);
			}
		});
	}

	// one statement, so that no two callers get the same number
	private Optional<Long> addOne(String key, Duration time) {
		return this.sql
			.sql("select content from final table (update shared_value "
					+ "set content = cast(content as bigint) + 1, kept_until = " + UNTIL + " where id = ?)")
			.params(time.toMillis(), key)
			.query(Long.class)
			.optional();
	}

	@Override
	public void append(String key, String entry) {
		this.sql.sql("insert into shared_entry (id, content) values (?, ?)").params(key, entry).update();
	}

	@Override
	public List<String> entries(String key) {
		return this.sql.sql("select content from shared_entry where id = ? order by place")
			.param(key)
			.query(String.class)
			.list();
	}

	@Override
	public void keepLast(String key, int most) {
		this.sql
			.sql("delete from shared_entry where id = ? and place not in "
					+ "(select place from shared_entry where id = ? order by place desc fetch first ? rows only)")
			.params(key, key, most)
			.update();
	}

	@Override
	public void delete(String key) {
		this.sql.sql("delete from shared_value where id = ?").param(key).update();
		this.sql.sql("delete from shared_entry where id = ?").param(key).update();
	}

	@Override
	public List<String> keys(String prefix) {
		return this.sql
			.sql("select id from shared_value where left(id, ?) = ? and kept_until > current_timestamp "
					+ "union select id from shared_entry where left(id, ?) = ?")
			.params(prefix.length(), prefix, prefix.length(), prefix)
			.query(String.class)
			.list();
	}

}

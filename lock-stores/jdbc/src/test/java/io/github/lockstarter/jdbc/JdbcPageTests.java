package io.github.lockstarter.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page about this store says what the code does.
 */
@Tag("any-jdk")
class JdbcPageTests {

	private static final Pattern ROW = Pattern.compile("\\n\\| `([a-z-]+)` \\| (\\S+) \\| ");

	private static final String PREFIX = "distributed-lock.jdbc.";

	private final JdbcPage page = new JdbcPage();

	@Test
	void everyPropertyHasItsRowWithItsDefault() throws Exception {
		Map<String, String> documented = new TreeMap<>();
		ROW.matcher(this.page.text())
			.results()
			.forEach((row) -> documented.put(row.group(1), row.group(2).replace("`", "")));
		assertThat(documented).isEqualTo(metadata());
	}

	private static Map<String, String> metadata() throws Exception {
		Map<String, String> found = new TreeMap<>();
		try (var file = JdbcLockStore.class.getProtectionDomain()
			.getCodeSource()
			.getLocation()
			.toURI()
			.resolve("META-INF/spring-configuration-metadata.json")
			.toURL()
			.openStream()) {
			JSONArray properties = new JSONObject(new String(file.readAllBytes(), StandardCharsets.UTF_8))
				.getJSONArray("properties");
			for (int i = 0; i < properties.length(); i++) {
				JSONObject property = properties.getJSONObject(i);
				assertThat(property.getString("description")).endsWith(".");
				found.put(property.getString("name").substring(PREFIX.length()),
						property.has("defaultValue") ? property.getString("defaultValue") : "none");
			}
		}
		return found;
	}

	@ParameterizedTest
	@CsvSource({ "PostgreSQL, POSTGRESQL", "MariaDB and MySQL, MYSQL", "H2 and HSQLDB, H2", "H2 and HSQLDB, HSQLDB" })
	void tablesAreThoseOfTheDialect(String databases, Dialect dialect) {
		assertThat(this.page.tables(databases))
			.isEqualTo(new LockSchema(null, dialect, JdbcSettings.defaults()).definitions());
	}

	// Only the indexes differ: MariaDB knows "if not exists" there.
	@Test
	void tablesOnMariaDbAreThoseOnMySql() {
		assertThat(new LockSchema(null, Dialect.MARIADB, JdbcSettings.defaults()).definitions())
			.map((sql) -> sql.startsWith("create index") ? sql.replace("if not exists ", "") : sql)
			.isEqualTo(this.page.tables("MariaDB and MySQL"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "jdbc:h2:mem:page;DB_CLOSE_DELAY=-1", "jdbc:hsqldb:mem:page" })
	void queryForPeopleTellsTheHolder(String url) throws SQLException {
		assertHolderIsTold(this.page, new DriverConnections(url, "sa", ""));
	}

	static void assertHolderIsTold(JdbcPage page, ConnectionSource source) throws SQLException {
		LockTemplate locks = new LockTemplate(JdbcContract.store(source), JdbcContract.SETTINGS,
				new ThreadRuntime(new SystemLockClock()), List.of());
		locks.start();
		try (var lease = locks.acquire("page:held");
				Connection connection = source.open("test", JdbcContract.PATIENCE);
				Statement statement = connection.createStatement();
				ResultSet result = statement.executeQuery(page.sql("select l.name").get(0))) {
			assertThat(result.next()).isTrue();
			assertThat(result.getString(1)).isEqualTo("page:held");
			assertThat(result.getString(2)).isEqualTo("contract");
			assertThat(lease.fencingToken()).isBetween(result.getLong(3), result.getLong(4));
			assertThat(result.getLong(5)).isGreaterThan(System.currentTimeMillis());
		}
		finally {
			locks.stop();
		}
	}

}

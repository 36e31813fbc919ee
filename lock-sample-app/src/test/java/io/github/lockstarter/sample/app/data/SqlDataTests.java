package io.github.lockstarter.sample.app.data;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;

class SqlDataTests extends SharedDataContract {

	private static EmbeddedDatabase database;

	@BeforeAll
	static void makeTheTables() {
		database = new EmbeddedDatabaseBuilder().generateUniqueName(true)
			.setType(EmbeddedDatabaseType.H2)
			.addScript("shared-data.sql")
			.build();
	}

	@AfterAll
	static void stop() {
		database.shutdown();
	}

	@Override
	SharedData data() {
		return new SqlData(JdbcClient.create(database));
	}

}

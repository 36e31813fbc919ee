package io.github.lockstarter.jdbc;

class PostgresContractIntegrationTests extends JdbcContract {

	@Override
	ConnectionSource source() {
		return SharedPostgres.source();
	}

}

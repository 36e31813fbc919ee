package io.github.lockstarter.servers;

import io.github.lockstarter.test.TestMariaDb;

/**
 * On the MariaDB or MySQL of {@code LOCK_TEST_MARIADB}, with the driver of MariaDB.
 */
class MariaDbServerTests extends ServerContract {

	@Override
	TestedServer server() {
		return DatabaseOfAUser.on(TestMariaDb.start(), "mariadb");
	}

}

package io.github.lockstarter.jdbc;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;

import org.awaitility.Awaitility;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.lockstarter.test.FreePort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link DriverConnections}.
 */
class DriverConnectionsTests {

	private static final String URL = "jdbc:hsqldb:mem:driver";

	@Test
	void driverThatTheDriverManagerDoesNotKnowIsFound() throws SQLException {
		try (Connection known = open(URL)) {
			assertThat(known.isValid(1)).isTrue();
		}
		// as in a servlet container, where somebody else has asked it first
		Driver driver = DriverManager.getDriver(URL);
		DriverManager.deregisterDriver(driver);
		try (Connection connection = open(URL)) {
			assertThat(connection.isValid(1)).isTrue();
		}
		finally {
			DriverManager.registerDriver(driver);
		}
	}

	@Test
	void databaseWithoutADriverIsRefused() {
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> open("jdbc:unknown:mem"))
			.withMessageContaining("No suitable driver");
	}

	/**
	 * As a server that stands still: the driver connects on a thread of its own.
	 */
	@Test
	void serverThatAcceptsAndSaysNothingKeepsNoThread() throws IOException {
		try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
			String url = "jdbc:postgresql://127.0.0.1:" + silent.getLocalPort() + "/none?sslmode=disable";
			assertThatExceptionOfType(SQLException.class)
				.isThrownBy(() -> new DriverConnections(url, "sa", "").open("test", Duration.ofSeconds(1)));
			Awaitility.await()
				.until(() -> Thread.getAllStackTraces()
					.keySet()
					.stream()
					.noneMatch((thread) -> thread.getName().startsWith("PostgreSQL JDBC driver connection")));
		}
	}

	@Test
	@Timeout(120)
	void serverOfH2ThatAcceptsAndSaysNothingIsGivenUp() throws IOException {
		try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
			String url = "jdbc:h2:tcp://127.0.0.1:" + silent.getLocalPort() + "/mem:none";
			assertThatExceptionOfType(SQLException.class)
				.isThrownBy(() -> new DriverConnections(url, "sa", "").open("test", Duration.ofSeconds(1)));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", ";NETWORK_TIMEOUT=7000", ";network_timeout=7000" })
	void serverOfH2IsConnectedToWhateverItsUrlSays(String more) throws SQLException {
		Server server = Server.createTcpServer("-tcpPort", String.valueOf(FreePort.pick()), "-ifNotExists").start();
		try (Connection connection = open("jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/mem:driver" + more)) {
			assertThat(connection.isValid(1)).isTrue();
		}
		finally {
			server.stop();
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = ' ',
			value = { "jdbc:postgresql://db:5432/shop?user=app&password=s3cret postgresql://db:5432/shop",
					"jdbc:mysql://app:s3cret@db/shop mysql://db/shop",
					"jdbc:mysql://app:s3/cret@db/shop mysql://.../shop",
					"jdbc:mysql://app:s3cret@one,app:s3cret@two/shop mysql://.../shop",
					"jdbc:mysql://app:s3/cret@db mysql://...",
					"jdbc:mysql://address=(host=db)(user=app)(password=s3cret)/shop mysql://.../shop",
					"jdbc:mysql://(host=db,user=app,password=s3cret)/shop mysql://.../shop",
					"jdbc:mysql://root@one,app:s3;cret@two/shop mysql://.../shop",
					"jdbc:mysql://app:s3;cret@db/shop mysql://db/shop", "jdbc:mysql://app:s3?cret@db/shop mysql://...",
					"jdbc:mysql://(host=db,password=a/cret) mysql://...",
					"jdbc:h2:tcp://db/~/shop;PASSWORD=s3cret h2:tcp://db/~/shop", "jdbc:h2:mem:shop h2:mem:shop",
					"jdbc:mariadb:replication://one,two/shop mariadb:replication://one,two/shop" })
	void addressTellsNoSecret(String url, String address) {
		assertThat(DriverConnections.address(url)).isEqualTo(address).doesNotContain("cret");
	}

	private static Connection open(String url) throws SQLException {
		return new DriverConnections(url, "sa", "").open("test", Duration.ofSeconds(5));
	}

}

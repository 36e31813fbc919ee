package io.github.lockstarter.build;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which rows the matrix of servers has, on programs that only say what they are. No test
 * of the matrix is run.
 */
// for changes of the script, and the nightly search
@Tag("slow")
@DisabledOnOs(value = { OS.WINDOWS, OS.MAC }, disabledReason = "the command needs bash 4 and tools of GNU")
class ServerMatrixTests {

	private static final Path COMMAND = Path.of("..", "..", "verification", "servers").toAbsolutePath().normalize();

	private static final String READY = "would be tested";

	@TempDir
	private Path directory;

	private final Map<String, String> variables = new HashMap<>();

	@Test
	void commandsCanBeExecuted() {
		assertThat(COMMAND).isExecutable();
		assertThat(COMMAND.resolveSibling("debian-servers")).isExecutable();
	}

	@Test
	void serversThatVariablesNameAreRecognized() throws Exception {
		name("LOCK_TEST_REDIS_8", "Redis server v=8.0.2 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64");
		name("LOCK_TEST_VALKEY_9_1", "Valkey server v=9.1.2 sha=00000000:0 malloc=jemalloc-5.3.1 bits=64");
		name("LOCK_TEST_ETCD_3_5_16", "etcd Version: 3.5.16");
		name("LOCK_TEST_CONSUL_1", "Consul v1.8.7");
		name("LOCK_TEST_MYSQL_9", "/usr/sbin/mysqld  Ver 9.7.4-2 for Linux on x86_64 ((Debian))");
		name("LOCK_TEST_MARIADB_10_11", "mariadbd  Ver 10.11.6-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64");
		name("LOCK_TEST_POSTGRESQL_18", "postgres (PostgreSQL) 18.6 (Debian 18.6-3)");
		Map<String, List<String>> rows = rows(0);
		assertThat(rows).containsEntry("redis-8", List.of("Redis", "8.0.2", READY))
			.containsEntry("valkey-9.1", List.of("Valkey", "9.1.2", READY))
			.containsEntry("etcd-3.5.16", List.of("etcd", "3.5.16", READY))
			.containsEntry("consul-1", List.of("Consul", "1.8.7", READY))
			.containsEntry("mysql-9", List.of("MySQL", "9.7.4", READY))
			.containsEntry("mariadb-10.11", List.of("MariaDB", "10.11.6", READY))
			.containsEntry("postgresql-18", List.of("PostgreSQL", "18.6", READY));
	}

	@Test
	void programThatCannotBeUsedIsARedRow() throws Exception {
		this.variables.put("LOCK_TEST_REDIS_8", this.directory + "/missing");
		this.variables.put("LOCK_TEST_REDIS_7", "");
		name("LOCK_TEST_ETCD_3", "exec: Exec format error");
		name("LOCK_TEST_REDIS_6", "Valkey server v=8.1.1 sha=00000000:0");
		name("LOCK_TEST_VALKEY_9", "Valkey server v=8.1.1 sha=00000000:0");
		name("LOCK_TEST_POSTGRESQL_1", "postgres (PostgreSQL) 18.6");
		name("LOCK_TEST_ORACLE_23", "Oracle 23");
		name("LOCK_TEST_REDIS_LATEST", "Redis server v=8.0.2");
		Map<String, List<String>> rows = rows(1);
		assertThat(rows)
			.containsEntry("redis-8", List.of("Redis", "-", "RED: names no program: " + this.directory + "/missing"))
			.containsEntry("redis-7", List.of("Redis", "-", "RED: names no program: (nothing)"))
			.containsEntry("etcd-3", List.of("etcd", "-", "RED: does not start: exec: Exec format error"))
			.containsEntry("redis-6", List.of("Valkey", "8.1.1", "RED: is Valkey 8.1.1, not Redis"))
			.containsEntry("valkey-9", List.of("Valkey", "8.1.1", "RED: is Valkey 8.1.1, not 9"))
			.containsEntry("postgresql-1", List.of("PostgreSQL", "18.6", "RED: is PostgreSQL 18.6, not 1"))
			.containsEntry("oracle-23",
					List.of("-", "-", "RED: LOCK_TEST_ORACLE_23 names no kind of server with a version"))
			.containsEntry("redis-LATEST",
					List.of("-", "-", "RED: LOCK_TEST_REDIS_LATEST names no kind of server with a version"));
	}

	@Test
	void serverBelowTheMinimumIsSkipped() throws Exception {
		name("LOCK_TEST_ETCD_3_3", "etcd Version: 3.3.25");
		name("LOCK_TEST_MARIADB_5", "mysqld  Ver 5.5.68-MariaDB for Linux on x86_64");
		assertThat(rows(0)).containsEntry("etcd-3.3", List.of("etcd", "3.3.25", "skipped: below the minimum 3.4"))
			.containsEntry("mariadb-5", List.of("MariaDB", "5.5.68", "skipped: below the minimum 10.5"));
	}

	@Test
	void kindWithoutAServerIsASkippedRow() throws Exception {
		assertThat(rows(0, "valkey")).containsExactly(
				Map.entry("valkey", List.of("Valkey", "-", "skipped: none found: set LOCK_TEST_VALKEY_<version>")));
	}

	@Test
	void variablesOfTheTestsAreRowsToo() throws Exception {
		this.variables.put("LOCK_TEST_REDIS", "localhost:6379");
		name("LOCK_TEST_MARIADB", "/usr/sbin/mysqld  Ver 8.4.0 for Linux on x86_64");
		assertThat(rows(0)).containsEntry("redis-running", List.of("Redis", "", READY))
			.containsEntry("redis-of-the-build", List.of("Redis", "7.0", READY))
			.containsEntry("mysql-named", List.of("MySQL", "8.4.0", READY));
	}

	private void name(String variable, String said) throws IOException {
		Path program = Files.writeString(this.directory.resolve(variable), "#!/bin/sh\necho '" + said + "'\n");
		assertThat(program.toFile().setExecutable(true)).isTrue();
		this.variables.put(variable, program.toString());
	}

	/**
	 * The first cells of the rows by their names.
	 */
	private Map<String, List<String>> rows(int status, String... names) throws Exception {
		List<String> command = new ArrayList<>(List.of("bash", COMMAND.toString(), "--check"));
		command.addAll(List.of(names));
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
		builder.environment().keySet().removeIf((name) -> name.startsWith("LOCK_TEST_"));
		builder.environment().putAll(this.variables);
		builder.environment().put("LC_ALL", "C");
		Process process = builder.start();
		String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(process.waitFor()).as(said).isEqualTo(status);
		Map<String, List<String>> rows = new HashMap<>();
		said.lines()
			.filter((line) -> line.startsWith("| ") && !line.startsWith("| ---") && !line.startsWith("| name"))
			.map((line) -> Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toList())
			.forEach((cells) -> rows.put(cells.get(0), cells.subList(1, 4)));
		return rows;
	}

}

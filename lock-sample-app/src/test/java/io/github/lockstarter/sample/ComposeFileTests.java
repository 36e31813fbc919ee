package io.github.lockstarter.sample;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.yaml.snakeyaml.Yaml;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The file for Docker Compose: what it mounts is there, and says what the sample has. It
 * is started only where the build may use containers.
 */
class ComposeFileTests {

	private static final Path FILE = Path.of("compose.yaml");

	@Test
	void filesThatItMountsAreThere() throws IOException {
		assertThat(mounted()).hasSize(5).allSatisfy((path) -> assertThat(FILE.resolveSibling(path)).exists());
	}

	@Test
	void scrapesWhatThePairExposes() throws IOException {
		Map<String, Object> prometheus = new Yaml().load(Files.readString(Path.of("compose", "prometheus.yml")));
		assertThat(prometheus.get("scrape_configs").toString()).contains("/actuator/prometheus", ":8080", ":8081");
		assertThat(Files.readString(Path.of("src", "main", "resources", "application.yml"))).contains("prometheus");
	}

	@Test
	@EnabledIfSystemProperty(named = "lock.test.redis", matches = "testcontainers",
			disabledReason = "needs Docker: -Ptestcontainers runs it")
	void startsWithTheRulesAndTheDashboard() throws Exception {
		try {
			assertThat(compose("up", "--wait")).isZero();
			Awaitility.await().untilAsserted(() -> {
				assertThat(get("http://localhost:9090/api/v1/rules")).contains("LockLost", "LockConnectionDown");
				assertThat(get("http://localhost:3000/api/dashboards/uid/distributed-locks"))
					.contains("Distributed locks");
			});
		}
		finally {
			compose("down", "--volumes");
		}
	}

	@SuppressWarnings("unchecked")
	private static List<String> mounted() throws IOException {
		Map<String, Map<String, Map<String, Object>>> file = new Yaml().load(Files.readString(FILE));
		List<String> paths = new ArrayList<>();
		file.get("services")
			.values()
			.forEach((service) -> ((List<String>) service.getOrDefault("volumes", List.of()))
				.forEach((volume) -> paths.add(volume.split(":")[0])));
		return paths;
	}

	private static int compose(String... words) throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(List.of("docker", "compose", "-f", FILE.toString()));
		command.addAll(List.of(words));
		return new ProcessBuilder(command).inheritIO().start().waitFor();
	}

	private static String get(String url) throws IOException, InterruptedException {
		return HttpClient.newHttpClient()
			.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString())
			.body();
	}

}

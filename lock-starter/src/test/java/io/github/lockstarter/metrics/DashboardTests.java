package io.github.lockstarter.metrics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.store.StoreState;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The dashboard, the alert rules and the documentation speak of meters that there are.
 */
class DashboardTests {

	private static final Path DOCS = Path.of("../docs");

	private static final Pattern SERIES = Pattern.compile("(distributed_lock_[a-z_]+)(?:\\{([^}]*)})?");

	private static final Pattern LABEL = Pattern.compile("([a-z_]+)\\s*(?:=~|!~|!=|=)");

	// Those that Prometheus adds, or the application for all of its meters.
	private static final Set<String> OF_ALL_METERS = Set.of("instance", "job", "application");

	private static final Pattern RUNBOOK = Pattern
		.compile("https://[^/]+/[^/]+/[^/]+/blob/HEAD/docs/(?<page>[a-z]+\\.md)(?:#(?<anchor>.*))?");

	private static final Map<String, Set<String>> SCRAPED = scraped();

	@ParameterizedTest
	@ValueSource(strings = { "observability/grafana.json", "observability/alerts.yml" })
	void everySeriesAndItsLabelsAreScraped(String file) throws IOException {
		String text = Files.readString(DOCS.resolve(file)).replace("\\\"", "\"");
		assertThat(SERIES.matcher(text).results()).hasSizeGreaterThan(2).allSatisfy((series) -> {
			assertThat(SCRAPED).containsKey(series.group(1));
			Set<String> known = new TreeSet<>(SCRAPED.get(series.group(1)));
			known.addAll(OF_ALL_METERS);
			assertThat(labels(series)).isSubsetOf(known);
		});
	}

	@Test
	void everyPanelGroupsByLabelsOfItsSeries() throws IOException, JSONException {
		JSONArray panels = new JSONObject(Files.readString(DOCS.resolve("observability/grafana.json")))
			.getJSONArray("panels");
		assertThat(panels.length()).isEqualTo(8);
		for (int i = 0; i < panels.length(); i++) {
			JSONArray targets = panels.getJSONObject(i).getJSONArray("targets");
			for (int j = 0; j < targets.length(); j++) {
				assertThat(grouping(targets.getJSONObject(j).getString("expr"))).isNotEmpty();
			}
		}
	}

	@Test
	void everyPanelShowsTheChosenApplication() throws IOException, JSONException {
		String dashboard = Files.readString(DOCS.resolve("observability/grafana.json"));
		JSONArray panels = new JSONObject(dashboard).getJSONArray("panels");
		for (int i = 0; i < panels.length(); i++) {
			JSONArray targets = panels.getJSONObject(i).getJSONArray("targets");
			for (int j = 0; j < targets.length(); j++) {
				assertThat(SERIES.matcher(targets.getJSONObject(j).getString("expr")).results())
					.allSatisfy((series) -> assertThat(labels(series)).contains("job", "application"));
			}
		}
	}

	@Test
	@SuppressWarnings("unchecked")
	void everyAlertNamesItsApplicationAndAPageThatIsThere() throws IOException {
		Map<String, Object> file = new Yaml().load(Files.readString(DOCS.resolve("observability/alerts.yml")));
		List<Map<String, Object>> rules = (List<Map<String, Object>>) ((List<Map<String, Object>>) file.get("groups"))
			.get(0)
			.get("rules");
		assertThat(rules).hasSize(5).allSatisfy((rule) -> {
			Set<String> by = grouping(String.valueOf(rule.get("expr")));
			assertThat(by.isEmpty() || by.containsAll(Set.of("application", "job"))).as("labels %s", by).isTrue();
			Map<String, String> annotations = (Map<String, String>) rule.get("annotations");
			assertThat(annotations.get("summary")).contains("$labels.job", "$labels.application");
			Matcher page = RUNBOOK.matcher(annotations.get("runbook_url"));
			assertThat(page.matches()).isTrue();
			assertThat(titles(page.group("page"))).contains(page.group("anchor"));
		});
	}

	/**
	 * The anchors of the titles of a page, and none for the page itself.
	 */
	private static Set<String> titles(String page) throws IOException {
		Set<String> titles = new HashSet<>();
		titles.add(null);
		Files.readString(DOCS.resolve(page))
			.lines()
			.filter((line) -> line.startsWith("#"))
			.forEach((line) -> titles.add(line.replaceAll("^#+ ", "").toLowerCase(Locale.ROOT).replace(' ', '-')));
		return titles;
	}

	@Test
	void everyMeterIsInTheDocumentation() throws IOException {
		String text = Files.readString(DOCS.resolve("observability.md"));
		assertThat(Arrays.asList(LockMeters.ACQUIRE, LockMeters.HOLD, LockMeters.WAITING, LockMeters.HELD,
				LockMeters.LOST, LockMeters.RENEWALS_LATE, LockMeters.HANDOVERS, LockMeters.CONNECTION_UP))
			.allSatisfy((meter) -> assertThat(text).contains("| `" + meter + "` |"));
	}

	private static Set<String> grouping(String expression) {
		Set<String> by = Pattern.compile("by \\(([^)]*)\\)")
			.matcher(expression)
			.results()
			.flatMap((match) -> Arrays.stream(match.group(1).split(", ")))
			.collect(Collectors.toCollection(TreeSet::new));
		Set<String> known = SERIES.matcher(expression)
			.results()
			.flatMap((series) -> SCRAPED.get(series.group(1)).stream())
			.collect(Collectors.toCollection(TreeSet::new));
		known.addAll(OF_ALL_METERS);
		assertThat(by).isSubsetOf(known);
		return by;
	}

	private static Set<String> labels(MatchResult series) {
		String inside = (series.group(2) != null) ? series.group(2) : "";
		return LABEL.matcher(inside).results().map((label) -> label.group(1)).collect(Collectors.toSet());
	}

	/**
	 * All series with their labels, as Prometheus gets them.
	 */
	private static Map<String, Set<String>> scraped() {
		PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
		LockMeters meters = new LockMeters(new NameLimit(100), "redis", () -> StoreState.UNKNOWN, true);
		meters.bindTo((MeterRegistry) registry);
		LockAttempt attempt = new LockAttempt("order", "order:1");
		meters.waiting(attempt);
		meters.acquired(attempt, 1, Duration.ZERO);
		Map<String, Set<String>> series = new TreeMap<>();
		registry.scrape()
			.lines()
			.filter((line) -> !line.startsWith("#"))
			.forEach((line) -> series.put(line.replaceAll("[{ ].*", ""),
					LABEL.matcher(line).results().map((label) -> label.group(1)).collect(Collectors.toSet())));
		return series;
	}

}

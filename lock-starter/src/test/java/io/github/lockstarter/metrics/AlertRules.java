package io.github.lockstarter.metrics;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.yaml.snakeyaml.Yaml;

/**
 * The alert rules of the documentation, evaluated over what was scraped, as Prometheus
 * does. It knows as much of that language as they use: a series with labels, its increase
 * over some minutes, a sum by labels, a comparison with a number, and for how long that
 * must be true. Whatever else is written there is refused.
 */
public final class AlertRules {

	private static final Pattern COMPARISON = Pattern
		.compile("(?:sum by \\((?<by>[^)]*)\\) \\((?<sum>.*)\\)|(?<plain>\\S+)) (?<operator>==|>) (?<number>\\d+)");

	private static final Pattern SERIES = Pattern
		.compile("(?<name>[a-z_]+)(?:\\{(?<labels>[^}]*)})?(?:\\s+(?<value>\\S+))?");

	private static final Pattern INCREASE = Pattern.compile("increase\\((?<series>.*)\\[(?<minutes>\\d+)m]\\)");

	private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"([^\"]*)\"");

	private final List<Rule> rules = new ArrayList<>();

	private final TreeMap<Duration, List<Sample>> scrapes = new TreeMap<>();

	private final Map<String, Duration> active = new TreeMap<>();

	private final TreeSet<String> firing = new TreeSet<>();

	/**
	 * The rules that users are given.
	 */
	@SuppressWarnings("unchecked")
	public static AlertRules shipped() {
		AlertRules shipped = new AlertRules();
		try {
			Map<String, Object> file = new Yaml().load(Files.readString(Path.of("../docs/observability/alerts.yml")));
			for (Map<String, Object> group : (List<Map<String, Object>>) file.get("groups")) {
				for (Map<String, Object> rule : (List<Map<String, Object>>) group.get("rules")) {
					shipped.rules.add(Rule.of(rule));
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return shipped;
	}

	/**
	 * Looks at what was scraped at a time, and at all before.
	 * @param at the time, later than the last one
	 * @param text what a registry answers to a scrape
	 * @return this
	 */
	public AlertRules scraped(Duration at, String text) {
		this.scrapes.put(at, text.lines().filter((line) -> !line.startsWith("#")).map(Sample::of).toList());
		this.firing.clear();
		TreeSet<String> now = new TreeSet<>();
		this.rules.forEach((rule) -> rule.matching(this.scrapes).forEach((labels) -> {
			String alert = rule.name() + labels;
			now.add(alert);
			if (at.minus(this.active.computeIfAbsent(alert, (key) -> at)).compareTo(rule.lasting()) >= 0) {
				this.firing.add(rule.name());
			}
		}));
		this.active.keySet().retainAll(now);
		return this;
	}

	/**
	 * The alerts that fire after the last scrape.
	 */
	public List<String> firing() {
		return List.copyOf(this.firing);
	}

	/**
	 * One rule.
	 */
	private record Rule(String name, Duration lasting, Matcher comparison) {

		static Rule of(Map<String, Object> rule) {
			String expression = String.valueOf(rule.get("expr"));
			Matcher comparison = COMPARISON.matcher(expression);
			if (!comparison.matches()) {
				throw new IllegalArgumentException("Not understood: " + expression);
			}
			String lasting = String.valueOf(rule.getOrDefault("for", "0m"));
			return new Rule(String.valueOf(rule.get("alert")), Duration.parse("PT" + lasting), comparison);
		}

		/**
		 * The labels for which it is true.
		 */
		List<Map<String, String>> matching(TreeMap<Duration, List<Sample>> scrapes) {
			String summed = this.comparison.group("sum");
			Map<Map<String, String>, Double> values = vector((summed != null) ? summed : this.comparison.group("plain"),
					scrapes);
			if (summed != null) {
				Map<Map<String, String>, Double> sums = new LinkedHashMap<>();
				List<String> by = List.of(this.comparison.group("by").split(", "));
				values.forEach((labels, value) -> {
					Map<String, String> group = new TreeMap<>(labels);
					group.keySet().retainAll(by);
					sums.merge(group, value, Double::sum);
				});
				values = sums;
			}
			double number = Double.parseDouble(this.comparison.group("number"));
			boolean equal = this.comparison.group("operator").equals("==");
			return values.entrySet()
				.stream()
				// what is not a number is neither
				.filter((entry) -> equal ? entry.getValue() == number : entry.getValue() > number)
				.map(Map.Entry::getKey)
				.toList();
		}

		private static Map<Map<String, String>, Double> vector(String expression,
				TreeMap<Duration, List<Sample>> scrapes) {
			Matcher increase = INCREASE.matcher(expression);
			if (!increase.matches()) {
				Map<Map<String, String>, Double> last = new LinkedHashMap<>();
				Sample wanted = Sample.of(expression);
				scrapes.lastEntry()
					.getValue()
					.stream()
					.filter((sample) -> sample.is(wanted))
					.forEach((sample) -> last.put(sample.labels(), sample.value()));
				return last;
			}
			Sample wanted = Sample.of(increase.group("series"));
			Duration from = scrapes.lastKey().minusMinutes(Long.parseLong(increase.group("minutes")));
			Map<Map<String, String>, Double> before = new LinkedHashMap<>();
			Map<Map<String, String>, Double> grown = new LinkedHashMap<>();
			scrapes.tailMap(from, false).values().forEach((samples) -> samples.forEach((sample) -> {
				if (sample.is(wanted)) {
					Double former = before.put(sample.labels(), sample.value());
					if (former != null) {
						// smaller than before: it began anew
						double growth = sample.value() - ((sample.value() < former) ? 0 : former);
						grown.merge(sample.labels(), growth, Double::sum);
					}
				}
			}));
			return grown;
		}

	}

	/**
	 * A series with labels, and its value if it is one that was scraped.
	 */
	private record Sample(String name, Map<String, String> labels, double value) {

		static Sample of(String text) {
			Matcher series = SERIES.matcher(text);
			if (!series.matches()) {
				throw new IllegalArgumentException("Not understood: " + text);
			}
			Map<String, String> labels = new TreeMap<>();
			String inside = (series.group("labels") != null) ? series.group("labels") : "";
			LABEL.matcher(inside).results().forEach((label) -> labels.put(label.group(1), label.group(2)));
			String value = series.group("value");
			return new Sample(series.group("name"), labels, (value != null) ? Double.parseDouble(value) : Double.NaN);
		}

		/**
		 * Whether it is of that series, and has those labels.
		 */
		boolean is(Sample wanted) {
			return this.name.equals(wanted.name) && this.labels.entrySet().containsAll(wanted.labels.entrySet());
		}

	}

}

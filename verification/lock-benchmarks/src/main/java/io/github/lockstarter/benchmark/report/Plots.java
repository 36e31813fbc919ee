package io.github.lockstarter.benchmark.report;

import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Draws results: bars for contenders, lines for what grows. Ours stand out by their
 * colour.
 */
public final class Plots {

	private static final Color OURS = new Color(0x1b6ca8);

	private static final Color THEIRS = new Color(0xb5bcc4);

	private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 11);

	private final Results results;

	private final Path directory;

	/**
	 * Prepares the plots.
	 * @param results what to draw
	 * @param directory where the files go
	 */
	public Plots(Results results, Path directory) {
		this.results = results;
		this.directory = directory;
	}

	/**
	 * Writes a file for each plot whose figures were measured.
	 * @return the names of the files
	 * @throws IOException if one cannot be written
	 */
	public List<String> write() throws IOException {
		Files.createDirectories(this.directory);
		List<String> files = new ArrayList<>();
		bars(files, "uncontended", Metric.MEDIAN, "Uncontended pair, median latency", false);
		bars(files, "own-keys", Metric.THROUGHPUT, "16 threads on their own keys", false);
		bars(files, "one-key", Metric.THROUGHPUT, "16 threads of one JVM on one key (logarithmic)", true);
		bars(files, "jvms", Metric.THROUGHPUT, "4 JVMs of 4 threads on one key (logarithmic)", true);
		bars(files, "jvms", Metric.FAIRNESS, "4 JVMs of 4 threads on one key, fairness (1 is best)", false);
		bars(files, "hand-over", Metric.HAND_OVER, "Hand-over between JVMs, median (logarithmic)", true);
		bars(files, "held", Metric.REDIS_CPU_PER_SECOND, "10,000 held locks, CPU time of Redis", false);
		bars(files, "held", Metric.JVM_CPU_PER_SECOND, "10,000 held locks, CPU time of the JVM", false);
		lines(files, "threads on own keys", false);
		lines(files, "threads on one key", true);
		lines(files, "JVMs on one key", true);
		lines(files, "lock names", false);
		return files;
	}

	private void bars(List<String> files, String workload, Metric metric, String title, boolean logarithmic)
			throws IOException {
		List<Result> shown = this.results.of(workload)
			.stream()
			.filter((result) -> result.setting().isEmpty() && result.isAbout(metric))
			.toList();
		if (shown.isEmpty()) {
			return;
		}
		CategoryChart chart = new CategoryChartBuilder().width(860)
			.height(360)
			.title(title)
			.yAxisTitle(metric.unit())
			.build();
		style(chart.getStyler(), logarithmic);
		if (logarithmic) {
			chart.getStyler().setYAxisMin(powerOfTenBelow(shown));
		}
		chart.getStyler().setLegendVisible(false);
		chart.getStyler().setXAxisLabelRotation(30);
		chart.getStyler().setOverlapped(true).setAvailableSpaceFill(0.7);
		List<String> names = shown.stream().map(Result::contender).toList();
		for (boolean ours : new boolean[] { true, false }) {
			List<Double> values = shown.stream()
				.map((result) -> (result.contender().startsWith("starter") == ours) ? (Double) result.median() : null)
				.toList();
			chart.addSeries(ours ? "starter" : "others", names, values).setFillColor(ours ? OURS : THEIRS);
		}
		save(files, chart, workload + "-" + metric.name().toLowerCase(Locale.ROOT).replace('_', '-'));
	}

	private void lines(List<String> files, String what, boolean logarithmic) throws IOException {
		Map<String, Map<Double, Double>> lines = new LinkedHashMap<>();
		for (Result result : this.results.of("growth")) {
			if (result.setting().startsWith(what + ": ")) {
				lines.computeIfAbsent(result.contender(), (name) -> new LinkedHashMap<>())
					.put(Double.valueOf(result.setting().substring(what.length() + 2)), result.median());
			}
		}
		if (lines.isEmpty()) {
			return;
		}
		XYChart chart = new XYChartBuilder().width(860)
			.height(360)
			.title("Throughput by number of " + what)
			.xAxisTitle(what)
			.yAxisTitle(Metric.THROUGHPUT.unit())
			.build();
		style(chart.getStyler(), logarithmic);
		chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
		chart.getStyler().setXAxisLogarithmic(true);
		lines
			.forEach((name, points) -> chart.addSeries(name, List.copyOf(points.keySet()), List.copyOf(points.values()))
				.setMarker(SeriesMarkers.CIRCLE));
		save(files, chart, "growth-" + what.toLowerCase(Locale.ROOT).replace(' ', '-'));
	}

	/**
	 * Where the bars of a logarithmic plot stand: there is no zero.
	 */
	private static double powerOfTenBelow(List<Result> shown) {
		double least = shown.stream().mapToDouble(Result::median).min().orElse(1);
		return Math.pow(10, Math.ceil(Math.log10(least)) - 1);
	}

	private static void style(AxesChartStyler styler, boolean logarithmic) {
		styler.setYAxisLogarithmic(logarithmic);
		styler.setYAxisMin(logarithmic ? null : 0.0);
		styler.setAxisTickLabelsFont(FONT);
		styler.setAxisTitleFont(FONT);
		styler.setChartBackgroundColor(Color.WHITE);
		styler.setPlotBorderVisible(false);
	}

	private void save(List<String> files, Chart<?, ?> chart, String name) throws IOException {
		VectorGraphicsEncoder.saveVectorGraphic(chart, this.directory.resolve(name).toString(),
				VectorGraphicsFormat.SVG);
		files.add(name + ".svg");
	}

}

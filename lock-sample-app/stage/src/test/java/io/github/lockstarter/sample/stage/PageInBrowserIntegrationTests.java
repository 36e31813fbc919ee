package io.github.lockstarter.sample.stage;

import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

import io.github.lockstarter.sample.Patience;
import io.github.lockstarter.sample.stage.ControlRoom.Gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The page of a pair of servers in a real browser. Skipped, with this reason in the
 * report, where there is none; {@link PairIntegrationTests} and
 * {@link PageIntegrationTests} need none.
 */
// a browser has the processor for half a minute
@Tag("slow")
@ExtendWith(SharedPair.class)
@Timeout(300)
class PageInBrowserIntegrationTests {

	private static Browser browser;

	private static Pair pair;

	@BeforeAll
	static void open() {
		Optional<Browser> found = Browser.open();
		assumeTrue(found.isPresent(), "No chromium with a driver that fits on this machine: "
				+ "apt-get install chromium chromium-driver, or set CHROME and CHROMEDRIVER");
		browser = found.get();
	}

	@AfterAll
	static void close() {
		if (browser != null) {
			browser.close();
		}
	}

	/**
	 * Asks for the pair only here, where there is a browser: it takes a while to start.
	 */
	@BeforeEach
	void visit(Pair shared) {
		pair = shared;
		browser.show(1280, 800, "light");
		browser.visit("http://localhost:" + pair.visitor().port() + "/");
		browser.awaitText("#servers", "Redis at localhost:" + pair.redisPort());
	}

	@AfterEach
	void nothingComplained() {
		assertThat(browser.complaints()).isEmpty();
	}

	@Test
	void visitorSeesTheRaceAndTheLock() throws Exception {
		assertThat(primary("#race-form")).containsExactly("Send without the lock");
		assertThat(primary("#timeline")).containsExactly("Run both, without the lock first");
		assertThat(primary("#paused-holder")).containsExactly("Without it");
		raceAndTasksAreOnTheScreen();
		assertThat(browser.findAll("#race-false .mark")).isNotEmpty();
		assertThat(browser.findAll("#race-true .mark")).isEmpty();
		assertThat(browser.find("#race-true table").getText()).contains("422 in progress")
			.contains("later")
			.contains("409 registered already");
		assertThat(browser.find("#chart-false .headline").getText()).contains("tasks worked at the same time.");
		assertThat(browser.findAll("#chart-true .row .hold")).hasSize(10);
		browser.keep("registration", "#registration");
		browser.keep("timeline", "#timeline");
		for (String scheme : new String[] { "light", "dark" }) {
			browser.show(1280, 800, scheme);
			browser.keep("desktop-" + scheme, "html");
		}
	}

	@Test
	void phoneShowsWhatAClickLeadsTo() throws Exception {
		browser.show(390, 844, "light");
		browser.visit("http://localhost:" + pair.visitor().port() + "/");
		browser.awaitText("#servers", "server");
		browser.awaitOnScreen("#race-form button.primary");
		assertThat(browser.find("#charts .legend").getText()).doesNotContain("since the task before");
		raceAndTasksAreOnTheScreen();
		accidentsAreOnTheScreen();
		browser.keep("phone", "html");
		assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo(390L);
	}

	// The ten registrations meet at the gate, so that they always overlap
	private static void raceAndTasksAreOnTheScreen() throws InterruptedException {
		Gate gate = pair.controlRoom().closeGateFor("alice");
		browser.click("#race-form button.primary");
		gate.awaitArrivals(10);
		gate.open();
		browser.awaitText("#race-false .headline", "instead of 1");
		browser.awaitOnScreen("#race-false .headline");
		browser.awaitOnScreen("#race-false tbody tr:first-child");
		browser.awaitText("#race-form button.primary", "Send with the lock");
		browser.awaitOnScreen("#race-form button.primary");
		assertThat(primary("#race-form")).hasSize(1);
		gate = pair.controlRoom().closeGateFor("alice");
		browser.click("#race-form button.primary");
		gate.awaitArrivals(1);
		gate.awaitRefusals(9);
		gate.open();
		browser.awaitText("#race-true .headline", "One user “alice”, 100 points.");
		browser.awaitOnScreen("#race-true .headline");
		runTasks("both");
		browser.awaitOnScreen("#chart-true .headline");
		browser.awaitOnScreen("#chart-true .row:last-child .bar");
	}

	private static void accidentsAreOnTheScreen() {
		browser.click("#repeated-message button[data-guarded=false]");
		browser.awaitText("#repeated-message .verdict.bad", "5 deliveries, 5 parcels");
		browser.awaitOnScreen("#repeated-message .verdict.bad");
		browser.click("#fail-fast button");
		browser.awaitText("#fail-fast .verdict.good", "Answered without a wait");
		browser.awaitOnScreen("#fail-fast .verdict.good");
	}

	private static List<String> primary(String place) {
		return browser.findAll(place + " button.primary").stream().map(WebElement::getText).toList();
	}

	// A picture in which the shorter run looks as long as the other tells the opposite
	@Test
	void millisecondIsAsWideWithoutTheLockAsWithIt() {
		runTasks("both");
		tokensAreShortAndWholeInTheirTitles();
		browser.awaitText("#compared", "one after the other");
		assertThat(browser.find("#chart-false .axis").getText()).isEqualTo(browser.find("#chart-true .axis").getText());
		assertThat(browser.find("#chart-false .track").getRect().getWidth())
			.isEqualTo(browser.find("#chart-true .track").getRect().getWidth());
		Matcher took = Pattern.compile("took ([0-9.]+) s, one after the other ([0-9.]+) s")
			.matcher(browser.find("#compared").getText());
		assertThat(took.find()).isTrue();
		assertThat(extent("#chart-false") / extent("#chart-true"))
			.isCloseTo(Double.parseDouble(took.group(1)) / Double.parseDouble(took.group(2)), Offset.offset(0.02));
		browser.click("#chart-false .replay");
		browser.awaitText("#compared", "one after the other");
		assertThat(browser.find("#chart-false .axis").getText()).isEqualTo(browser.find("#chart-true .axis").getText());
	}

	// The page shows the last run of all visitors: the new one has another number
	private static void runTasks(String kind) {
		String before = browser.find("#chart-true").getAttribute("data-run");
		browser.click("#run-" + kind);
		await("a new run").atMost(Patience.LIMIT).until(() -> {
			WebElement chart = browser.find("#chart-true");
			return !Objects.equals(chart.getAttribute("data-run"), before)
					&& "true".equals(chart.getAttribute("data-complete"));
		});
		browser.awaitText("#chart-true .headline", "One at a time.");
	}

	private static double extent(String chart) {
		return ((Number) browser.run(
				"""
						const rows = document.querySelector(arguments[0]);
						const left = rows.querySelector('.track').getBoundingClientRect().left;
						return Math.max(...[...rows.querySelectorAll('.bar')].map((bar) => bar.getBoundingClientRect().right)) - left;
						""",
				chart))
			.doubleValue();
	}

	private static void tokensAreShortAndWholeInTheirTitles() {
		List<WebElement> tokens = browser.findAll("#chart-true .info abbr");
		assertThat(tokens).hasSize(10).allSatisfy((token) -> {
			assertThat(token.getText()).matches("…\\d{4,11}");
			assertThat(token.getAttribute("title")).endsWith(token.getText().substring(1)).matches("\\d{16}");
		});
		assertThat(tokens.stream().map(WebElement::getText)).doesNotHaveDuplicates();
	}

	@Test
	void runGoesOnAfterALoadAndIsReplayed() {
		CompletableFuture<String> run = CompletableFuture
			.supplyAsync(() -> pair.visitor().post("/timelines?workMillis=1000"));
		browser.awaitText("#chart-true .headline", "10 tasks started");
		browser.visit("http://localhost:" + pair.visitor().port() + "/");
		browser.awaitText("#chart-true .info", "…");
		assertThat(browser.find("#chart-true .headline").getText()).isEqualTo("10 tasks started…");
		assertThat(browser.find("#run-false").getAttribute("aria-disabled")).isEqualTo("true");
		browser.awaitText("#chart-true .headline", "One at a time.");
		assertThat(run.join()).contains("At most 1 of 10 tasks");
		assertThat(browser.find("#run-false").getAttribute("aria-disabled")).isEqualTo("false");
		browser.click("#chart-true .replay");
		browser.awaitText("#chart-true .row:last-child .info", "[]");
		browser.awaitText("#chart-true .row:first-child .info", "…");
		browser.click("#chart-true summary");
		browser.awaitText("#chart-true details table", "Fencing token");
	}

	@Test
	void accidentIsToldStepByStep() {
		accidentsAreOnTheScreen();
		browser.click("#paused-holder button[data-guarded=false]");
		browser.awaitText("#paused-holder .verdict.bad", "has overwritten it");
		browser.click("#paused-holder button[data-guarded=true]");
		browser.awaitText("#paused-holder .pane:last-child ol", "enters when that lease is over");
		browser.awaitText("#paused-holder .verdict.good", "the late write was refused");
		assertThat(browser.find("#paused-holder .verdict.bad").getText()).contains("has overwritten it");
	}

	@Test
	void buttonKeepsTheKeyboardWhileItsWorkRuns() {
		WebElement button = browser.find("#cache-miss button[data-guarded=true]");
		button.sendKeys(Keys.ENTER);
		browser.awaitText("#cache-miss .verdict.good", "The origin was asked once");
		assertThat(browser.run("return document.activeElement")).isEqualTo(button);
		assertThat(button.getCssValue("outline-style")).isEqualTo("solid");
	}

	@Test
	void keyboardIsEnough() {
		WebElement name = browser.find("#user-name");
		name.clear();
		name.sendKeys("<b>eve</b>", Keys.TAB, Keys.TAB, Keys.TAB);
		WebElement focused = (WebElement) browser.run("return document.activeElement");
		assertThat(focused.getText()).isEqualTo("Send with the lock");
		focused.sendKeys(Keys.ENTER);
		browser.awaitText("#race-true .headline", "One user “<b>eve</b>”");
	}

	@Test
	void raceMovesTheMeters() {
		pair.visitor().race("mona", 2, true);
		browser.awaitText("#meters", "registration");
		long before = answersCounted();
		browser.click("#race-form button[value=true]");
		await("the meters to move").atMost(Patience.LIMIT).until(() -> answersCounted() >= before + 5);
		assertThat(browser.findAll("#operations a").stream().map((link) -> link.getAttribute("href"))).isNotEmpty()
			.allSatisfy(
					(address) -> assertThat(pair.visitor().get(URI.create(address).getPath()).statusCode()).as(address)
						.isEqualTo(200));
	}

	// Of ten requests and a late one every other goes to the server of the page
	private static long answersCounted() {
		return ((Number) browser.run("""
				const cells = [...document.querySelectorAll('#meters tr')]
					.find((row) => row.firstChild.textContent === 'registration').children;
				return Number(cells[3].textContent) + Number(cells[4].textContent);
				""")).longValue();
	}

	@Test
	void heldLockIsShownAndTakenAway() {
		List<WebElement> servers = browser.findAll("#hold button");
		assertThat(servers).hasSize(2);
		browser.click("#hold button:nth-child(2)");
		browser.awaitText("#locks", "mine");
		browser.awaitText("#locks", servers.get(1).getText());
		browser.click("#hold button:nth-child(1)");
		browser.awaitText("#locks", "1 request");
		browser.click("#locks button[data-lock=mine]");
		browser.awaitText("#hold-said", "Taken away: “mine”");
		browser.awaitText("#locks", servers.get(0).getText());
		browser.click("#locks button[data-lock=mine]");
		browser.awaitText("#hold-said", "Taken away: “mine”");
		await().atMost(Patience.LIMIT).until(() -> browser.findAll("#locks button[data-lock=mine]").isEmpty());
	}

}

package io.github.lockstarter.sample;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The page of a pair of servers in a real browser. Skipped, with this reason in the
 * report, where there is none; {@link PairIntegrationTests} and
 * {@link PageIntegrationTests} always run.
 */
@Timeout(180)
class PageInBrowserIntegrationTests {

	private static Browser browser;

	private static Pair pair;

	@BeforeAll
	static void open() {
		Optional<Browser> found = Browser.open();
		assumeTrue(found.isPresent(), "No chromium with its driver on this machine: "
				+ "apt-get install chromium chromium-driver, or set CHROME and CHROMEDRIVER");
		browser = found.get();
		pair = Pair.running();
	}

	@AfterAll
	static void close() {
		if (browser != null) {
			browser.close();
		}
	}

	@BeforeEach
	void visit() {
		browser.show(1280, "light");
		browser.visit("http://localhost:" + pair.visitor().port() + "/");
		browser.awaitText("#servers", "Redis at " + pair.redis().host() + ":" + pair.redis().port());
	}

	@AfterEach
	void nothingComplained() {
		assertThat(browser.complaints()).isEmpty();
	}

	@Test
	void visitorSeesTheRaceAndTheLock() throws IOException {
		browser.click("#race-form button[value=false]");
		browser.awaitText("#race-false .headline", "instead of 1");
		assertThat(browser.findAll("#race-false .mark")).isNotEmpty();
		browser.click("#race-form button[value=true]");
		browser.awaitText("#race-true .headline", "One user “alice”, 100 points.");
		assertThat(browser.findAll("#race-true .mark")).isEmpty();
		assertThat(browser.find("#race-true table").getText()).contains("422 in progress")
			.contains("later")
			.contains("409 registered already");
		browser.click("#run-false");
		browser.awaitText("#chart-false .headline", "tasks worked at the same time.");
		browser.click("#run-true");
		browser.awaitText("#chart-true .info", "token");
		browser.awaitText("#chart-true .headline", "One at a time.");
		assertThat(browser.findAll("#chart-true .row .hold")).hasSize(10);
		browser.keep("registration", "#registration");
		browser.keep("timeline", "#timeline");
		for (String scheme : new String[] { "light", "dark" }) {
			browser.show(1280, scheme);
			browser.keep("desktop-" + scheme, "html");
		}
		browser.show(390, "light");
		browser.keep("phone", "html");
		assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo(390L);
	}

	@Test
	void runGoesOnAfterALoadAndIsReplayed() {
		browser.click("#run-true");
		browser.visit("http://localhost:" + pair.visitor().port() + "/");
		browser.awaitText("#chart-true .info", "token");
		assertThat(browser.find("#chart-true .headline").getText()).isEqualTo("10 tasks started…");
		assertThat(browser.find("#run-false").getAttribute("aria-disabled")).isEqualTo("true");
		browser.awaitText("#chart-true .headline", "One at a time.");
		assertThat(browser.find("#run-false").getAttribute("aria-disabled")).isEqualTo("false");
		browser.click("#chart-true .replay");
		browser.awaitText("#chart-true .row:last-child .info", "[]");
		browser.awaitText("#chart-true .row:first-child .info", "token");
		browser.click("#chart-true summary");
		browser.awaitText("#chart-true details table", "Fencing token");
	}

	@Test
	void accidentIsToldStepByStep() {
		browser.click("#paused-holder button.primary");
		browser.awaitText("#paused-holder ol", "enters when that lease is over");
		browser.awaitText("#paused-holder .verdict.good", "the late write was refused");
		browser.click("#paused-holder button:not(.primary)");
		browser.awaitText("#paused-holder .verdict.bad", "has overwritten it");
	}

	@Test
	void buttonKeepsTheKeyboardWhileItsWorkRuns() {
		WebElement button = browser.find("#cache-miss button.primary");
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
		browser.awaitText("#locks", "No lock is held now.");
	}

	@Test
	void stoppedRedisIsToldInWordsAndItsReturnIsSeen() {
		pair.redis().kill();
		browser.awaitText("#trouble", "Redis does not answer at");
		browser.awaitText("#locks", "Not known: Redis does not answer.");
		pair.redis().restart();
		browser.awaitText("#recovered", "All is well again");
		assertThat(browser.find("#trouble").isDisplayed()).isFalse();
		pair.awaitBoth();
	}

}

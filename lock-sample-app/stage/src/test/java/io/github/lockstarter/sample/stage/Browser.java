package io.github.lockstarter.sample.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.openqa.selenium.By;
import org.openqa.selenium.SessionNotCreatedException;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;

import io.github.lockstarter.sample.Patience;

import static org.awaitility.Awaitility.await;

/**
 * A real Chromium, if this machine has one with a driver that fits: as Debian installs
 * them, or at the paths in the environment variables CHROME and CHROMEDRIVER. Nothing is
 * downloaded.
 */
final class Browser implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(Browser.class);

	private static final Path SCREENSHOTS = Path.of("target", "screenshots");

	private final ChromeDriver driver;

	private Browser(Path chrome, Path chromedriver) {
		ChromeOptions options = new ChromeOptions();
		options.setBinary(chrome.toFile());
		options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
				"--hide-scrollbars", "--window-size=1280,900");
		this.driver = new ChromeDriver(
				new ChromeDriverService.Builder().usingDriverExecutable(chromedriver.toFile()).build(), options);
	}

	static Optional<Browser> open() {
		return find("CHROME", "/usr/bin/chromium", "/usr/bin/google-chrome")
			.flatMap((chrome) -> find("CHROMEDRIVER", "/usr/bin/chromedriver")
				.flatMap((chromedriver) -> open(chrome, chromedriver)));
	}

	/**
	 * A driver that is of another version than the browser does not start it.
	 */
	private static Optional<Browser> open(Path chrome, Path chromedriver) {
		try {
			return Optional.of(new Browser(chrome, chromedriver));
		}
		catch (SessionNotCreatedException ex) {
			logger.warn("What needs a browser is skipped: " + chromedriver + " does not start " + chrome, ex);
			return Optional.empty();
		}
	}

	private static Optional<Path> find(String variable, String... places) {
		return Stream.concat(Optional.ofNullable(System.getenv(variable)).stream(), Stream.of(places))
			.map(Path::of)
			.filter(Files::isExecutable)
			.findFirst();
	}

	void visit(String address) {
		this.driver.get(address);
	}

	WebElement find(String selector) {
		return this.driver.findElement(By.cssSelector(selector));
	}

	List<WebElement> findAll(String selector) {
		return this.driver.findElements(By.cssSelector(selector));
	}

	void click(String selector) {
		await(selector + " to be free").atMost(Patience.LIMIT)
			.until(() -> !"true".equals(find(selector).getAttribute("aria-disabled")));
		run("arguments[0].scrollIntoView({ block: 'center' })", find(selector));
		find(selector).click();
	}

	void awaitText(String selector, String text) {
		await(selector + " to say \"" + text + "\"").atMost(Patience.LIMIT)
			.ignoreException(StaleElementReferenceException.class)
			.until(() -> findAll(selector).stream().map(WebElement::getText).toList().toString(),
					(said) -> said.contains(text));
	}

	/**
	 * Waits until an element is in the window, below what sticks to its top.
	 */
	void awaitOnScreen(String selector) {
		String script = """
				const box = document.querySelector(arguments[0]).getBoundingClientRect();
				const top = document.querySelector('.top').getBoundingClientRect().bottom;
				return box.top >= top && box.bottom <= innerHeight && box.right <= innerWidth;
				""";
		await(selector + " to be on the screen").atMost(Patience.LIMIT).until(() -> (Boolean) run(script, selector));
	}

	Object run(String script, Object... arguments) {
		return this.driver.executeScript(script, arguments);
	}

	List<LogEntry> complaints() {
		return this.driver.manage().logs().get("browser").getAll();
	}

	/**
	 * Shows the page in a window of a given size, in a colour scheme.
	 */
	void show(int width, int height, String scheme) {
		this.driver.executeCdpCommand("Emulation.setDeviceMetricsOverride",
				Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
		this.driver.executeCdpCommand("Emulation.setEmulatedMedia",
				Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
	}

	/**
	 * Keeps a picture of an element, or with {@code html} of the whole page, in
	 * {@code target/screenshots}, if asked with {@code -Dsample.screenshots=true}: it
	 * takes time and tests nothing.
	 */
	void keep(String name, String selector) throws IOException {
		if (!Boolean.getBoolean("sample.screenshots")) {
			return;
		}
		run("window.scrollTo(0, 0)");
		@SuppressWarnings("unchecked")
		Map<String, Object> box = (Map<String, Object>) run("""
				const box = arguments[0].getBoundingClientRect();
				return { x: Math.max(0, box.x - 16), y: box.y, width: Math.min(innerWidth, box.width + 32),
					height: box.height, scale: 1 };
				""", find(selector));
		String image = (String) this.driver
			.executeCdpCommand("Page.captureScreenshot", Map.of("captureBeyondViewport", true, "clip", box))
			.get("data");
		Files.createDirectories(SCREENSHOTS);
		Files.write(SCREENSHOTS.resolve(name + ".png"), Base64.getDecoder().decode(image));
	}

	@Override
	public void close() {
		this.driver.quit();
	}

}

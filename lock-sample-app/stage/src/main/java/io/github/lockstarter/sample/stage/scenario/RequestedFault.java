package io.github.lockstarter.sample.stage.scenario;

import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.server.ResponseStatusException;

/**
 * The faults that a request may ask for. {@code pauseMillis} pauses it, as a long garbage
 * collection or a suspended machine would: between reading and writing the stock, between
 * the two parts of a catalog, while it builds the report or writes an export.
 * {@code fenced=false} writes the stock without the fencing token, so that a late write
 * succeeds.
 */
@Aspect
@Component
class RequestedFault {

	private static final String STOCK = "io.github.lockstarter.sample.app.stock.StockTable.";

	private static final int LONGEST_MILLIS = 20_000;

	private final JdbcClient sql;

	RequestedFault(JdbcClient sql) {
		this.sql = sql;
	}

	// inside the lock: an aspect without an order is the innermost
	@Before("execution(* io.github.lockstarter.sample.app.report.ReportService.current())")
	void whileTheReportIsBuilt() {
		pause();
	}

	@Before("execution(* io.github.lockstarter.sample.app.catalog.CatalogParts.*Prices(..))")
	void betweenNamesAndPrices() {
		pause();
	}

	@Before("execution(* io.github.lockstarter.sample.app.export.ExportFiles.write(..))")
	void whileTheFileIsWritten() {
		pause();
	}

	@Around("execution(* " + STOCK + "take(..))")
	@Nullable Object beforeReading(ProceedingJoinPoint take) throws Throwable {
		return isFenced() ? take.proceed() : null;
	}

	@Around("execution(* " + STOCK + "write(..)) && args(article, bags, ..)")
	@Nullable Object beforeWriting(ProceedingJoinPoint write, String article, int bags) throws Throwable {
		pause();
		return isFenced() ? write.proceed()
				: this.sql.sql("update stock set bags = ? where article = ?").params(bags, article).update();
	}

	private static boolean isFenced() {
		return !"false".equals(parameter("fenced").orElse(""));
	}

	private static void pause() {
		int millis = parameter("pauseMillis").map(RequestedFault::millis).orElse(0);
		try {
			Thread.sleep(millis);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private static int millis(String text) {
		if (!text.matches("\\d{1,5}") || Integer.parseInt(text) > LONGEST_MILLIS) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST,
					"pauseMillis must be a number from 0 to " + LONGEST_MILLIS + ".");
		}
		return Integer.parseInt(text);
	}

	private static Optional<String> parameter(String name) {
		return Optional.ofNullable((ServletRequestAttributes) RequestContextHolder.getRequestAttributes())
			.map(ServletRequestAttributes::getRequest)
			.map((HttpServletRequest request) -> request.getParameter(name));
	}

}

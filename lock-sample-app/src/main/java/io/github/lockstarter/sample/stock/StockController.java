package io.github.lockstarter.sample.stock;

import java.util.Map;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The stock: fill it, reserve from it, look. A reservation can be told to pause between
 * reading and writing, as a long garbage collection or a suspended machine would make it.
 */
@RestController
class StockController {

	private static final int LONGEST_PAUSE_MILLIS = 20_000;

	private final StockTable table;

	private final StockService stock;

	private final UnfencedStockService unfenced;

	StockController(StockTable table, StockService stock, UnfencedStockService unfenced) {
		this.table = table;
		this.stock = stock;
		this.unfenced = unfenced;
	}

	@PutMapping("/stock/{article}")
	Map<String, Object> fill(@PathVariable String article, @RequestParam int bags) {
		this.table.fill(article, bags);
		return look(article);
	}

	@GetMapping("/stock/{article}")
	Map<String, Object> look(@PathVariable String article) {
		return Map.of("article", article, "bags", this.table.bagsOf(article));
	}

	@PostMapping("/stock/{article}/reservations")
	Map<String, Object> reserve(@PathVariable String article, @RequestParam int bags,
			@RequestParam(defaultValue = "0") int pauseMillis) {
		return Map.of("article", article, "bags", this.stock.reserve(article, bags, () -> pause(pauseMillis)));
	}

	@PostMapping("/unfenced/stock/{article}/reservations")
	Map<String, Object> reserveUnfenced(@PathVariable String article, @RequestParam int bags,
			@RequestParam(defaultValue = "0") int pauseMillis) {
		return Map.of("article", article, "bags", this.unfenced.reserve(article, bags, () -> pause(pauseMillis)));
	}

	@ExceptionHandler
	ProblemDetail staleHolder(StaleHolderException ex) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, String.valueOf(ex.getMessage()));
		problem.setTitle("Late write refused");
		return problem;
	}

	private static void pause(int millis) {
		try {
			Thread.sleep(Math.max(0, Math.min(millis, LONGEST_PAUSE_MILLIS)));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}

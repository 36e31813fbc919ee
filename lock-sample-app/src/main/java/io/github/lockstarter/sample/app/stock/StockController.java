package io.github.lockstarter.sample.app.stock;

import java.util.Map;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.springframework.dao.EmptyResultDataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class StockController {

	private final StockTable table;

	private final StockService stock;

	StockController(StockTable table, StockService stock) {
		this.table = table;
		this.stock = stock;
	}

	@PutMapping("/stock/{article}")
	Map<String, Object> fill(@PathVariable @Size(max = 100) String article, @RequestParam @Min(0) int bags) {
		this.table.fill(article, bags);
		return look(article);
	}

	@GetMapping("/stock/{article}")
	Map<String, Object> look(@PathVariable String article) {
		return Map.of("article", article, "bags", this.table.bagsOf(article));
	}

	@PostMapping("/stock/{article}/reservations")
	Map<String, Object> reserve(@PathVariable String article, @RequestParam @Min(1) int bags) {
		this.table.bagsOf(article);
		return Map.of("article", article, "bags", this.stock.reserve(article, bags));
	}

	@ExceptionHandler
	ProblemDetail staleHolder(StaleHolderException ex) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, String.valueOf(ex.getMessage()));
		problem.setTitle("Late write refused");
		return problem;
	}

	@ExceptionHandler
	ProblemDetail notEnough(NotEnoughBagsException ex) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, String.valueOf(ex.getMessage()));
		problem.setTitle("Not enough");
		return problem;
	}

	// also without the table, which is created when the first article is filled in
	@ExceptionHandler({ EmptyResultDataAccessException.class, BadSqlGrammarException.class })
	ProblemDetail unknownArticle() {
		return ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND,
				"There is no such article. Fill it in first: PUT /stock/{article}?bags=10");
	}

}

package io.github.lockstarter.sample.app;

import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.client.RestClientException;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;

/**
 * The answers of all controllers without their own answers.
 */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
class LockProblems extends ResponseEntityExceptionHandler {

	private static final Log logger = LogFactory.getLog(LockProblems.class);

	@ExceptionHandler
	ProblemDetail heldByAnother(LockNotAcquiredException ex) {
		return problem(HttpStatus.UNPROCESSABLE_CONTENT, "Held by another", ex.getMessage());
	}

	@ExceptionHandler
	ProblemDetail lost(LockLostException ex) {
		return problem(HttpStatus.INTERNAL_SERVER_ERROR, "Lock lost", ex.getMessage());
	}

	@ExceptionHandler
	ProblemDetail unavailable(LockException ex) {
		logger.warn("Refused: " + ex.getMessage());
		return problem(HttpStatus.SERVICE_UNAVAILABLE, "Locks unavailable",
				"The locks are unavailable now, so nothing was done. Try again later.");
	}

	@ExceptionHandler({ DataAccessResourceFailureException.class, QueryTimeoutException.class })
	ProblemDetail storeUnavailable(Exception ex) {
		logger.warn("A store is unreachable: " + ex.getMessage());
		return problem(HttpStatus.SERVICE_UNAVAILABLE, "Store unavailable",
				"Stored data cannot be read or written now. Try again later.");
	}

	@ExceptionHandler
	ProblemDetail neighbourUnavailable(RestClientException ex) {
		logger.warn("Another service failed: " + ex.getMessage());
		return problem(HttpStatus.BAD_GATEWAY, "Service unavailable", "Another service did not answer.");
	}

	@Override
	protected @Nullable ResponseEntity<Object> handleHandlerMethodValidationException(
			HandlerMethodValidationException ex, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		String parameters = ex.getParameterValidationResults()
			.stream()
			.flatMap((result) -> result.getResolvableErrors()
				.stream()
				.map((error) -> result.getMethodParameter().getParameterName() + " " + error.getDefaultMessage()))
			.sorted()
			.collect(Collectors.joining(", "));
		ex.getBody().setDetail(parameters + ".");
		return super.handleHandlerMethodValidationException(ex, headers, status, request);
	}

	private static ProblemDetail problem(HttpStatus status, String title, String detail) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
		problem.setTitle(title);
		return problem;
	}

}

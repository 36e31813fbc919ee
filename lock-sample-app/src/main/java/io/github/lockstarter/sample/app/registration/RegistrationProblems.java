package io.github.lockstarter.sample.app.registration;

import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.client.RestClientException;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;

/**
 * The answers to failed registrations, as {@code application/problem+json}. A lock that
 * is held (422: wait for that registration) is distinguished from an outage of the locks
 * (503: try again later).
 */
@RestControllerAdvice(
		basePackages = { "io.github.lockstarter.sample.app.registration", "io.github.lockstarter.sample.app.points" })
@Order(0)
public class RegistrationProblems extends ResponseEntityExceptionHandler {

	private static final Log logger = LogFactory.getLog(RegistrationProblems.class);

	@ExceptionHandler
	ProblemDetail registeredAlready(UserExistsException ex) {
		return problem(HttpStatus.CONFLICT, "Registered already", ex.getMessage());
	}

	@ExceptionHandler
	ProblemDetail registrationInProgress(LockNotAcquiredException ex) {
		return problem(HttpStatus.UNPROCESSABLE_CONTENT, "Registration in progress",
				"The same registration is in progress. Look for the user in a moment.");
	}

	// 500 and not 503, which would invite a retry: the user may be stored.
	@ExceptionHandler
	ProblemDetail lockLost(LockLostException ex) {
		logger.error("Registration with an uncertain outcome", ex);
		return problem(HttpStatus.INTERNAL_SERVER_ERROR, "Registration uncertain",
				"The lock was lost while the registration ran, so another one may have run at the same time. "
						+ "Look for the user before you try again.");
	}

	// Without the reason, which strangers need not read.
	@ExceptionHandler
	protected ProblemDetail lockUnavailable(LockException ex) {
		logger.warn("Registration refused: " + ex.getMessage());
		return problem(HttpStatus.SERVICE_UNAVAILABLE, "Locks unavailable",
				"Nothing was registered, because the locks are unavailable now. Try again later.");
	}

	@ExceptionHandler({ DataAccessResourceFailureException.class, QueryTimeoutException.class })
	ProblemDetail storeUnavailable(DataAccessException ex) {
		logger.warn("The store is unreachable: " + ex.getMessage());
		return problem(HttpStatus.SERVICE_UNAVAILABLE, "Store unavailable",
				"The users cannot be read or written now. Look for the user before you try again.");
	}

	@ExceptionHandler
	ProblemDetail storeFailed(DataAccessException ex) {
		logger.error("The store refuses a command", ex);
		return problem(HttpStatus.INTERNAL_SERVER_ERROR, "Store failed",
				"The store refused to read or write; the log says why.");
	}

	@ExceptionHandler
	ProblemDetail bonusNotGranted(BonusNotGrantedException ex) {
		logger.error("Bonus not granted", ex);
		return problem(HttpStatus.BAD_GATEWAY, "Bonus not granted", ex.getMessage());
	}

	@ExceptionHandler
	ProblemDetail pointsUnavailable(RestClientException ex) {
		logger.warn("The points service failed: " + ex.getMessage());
		return problem(HttpStatus.BAD_GATEWAY, "Points unavailable", "The points service did not answer.");
	}

	@Override
	protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(MethodArgumentNotValidException ex,
			HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		String fields = ex.getFieldErrors()
			.stream()
			.map((error) -> error.getField() + " " + error.getDefaultMessage())
			.sorted()
			.collect(Collectors.joining(", "));
		ex.getBody().setDetail(fields + ".");
		return super.handleMethodArgumentNotValid(ex, headers, status, request);
	}

	@Override
	protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(HttpMessageNotReadableException ex,
			HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		return handleExceptionInternal(ex, problem(HttpStatus.BAD_REQUEST, "Bad Request",
				"The body is missing, or not the JSON that is expected here."), headers, status, request);
	}

	private static ProblemDetail problem(HttpStatus status, String title, @Nullable String detail) {
		ProblemDetail problem = ProblemDetail.forStatus(status);
		problem.setTitle(title);
		problem.setDetail(detail);
		return problem;
	}

}

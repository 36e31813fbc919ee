package io.github.lockstarter.documentation;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockUnavailableException;

@RestControllerAdvice
class LockErrors {

	@ExceptionHandler
	ProblemDetail heldByAnother(LockNotAcquiredException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.LOCKED, "Another request works on this. Try again.");
	}

	@ExceptionHandler
	ProblemDetail unavailable(LockUnavailableException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, "Nothing was done. Try again later.");
	}

}

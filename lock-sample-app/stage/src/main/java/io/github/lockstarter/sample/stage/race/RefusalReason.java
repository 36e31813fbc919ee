package io.github.lockstarter.sample.stage.race;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

import io.github.lockstarter.LockException;
import io.github.lockstarter.sample.app.registration.RegistrationProblems;

/**
 * Adds the reason to the answer if the locks are unavailable, for the spectators of a
 * race.
 */
@RestControllerAdvice(basePackageClasses = { RegistrationProblems.class, RefusalReason.class })
@Order(Ordered.HIGHEST_PRECEDENCE)
class RefusalReason extends RegistrationProblems {

	@Override
	@ExceptionHandler
	protected ProblemDetail lockUnavailable(LockException ex) {
		ProblemDetail problem = super.lockUnavailable(ex);
		if (ex.getCause() != null) {
			problem.setProperty("reason", ex.getCause().getMessage());
		}
		return problem;
	}

}

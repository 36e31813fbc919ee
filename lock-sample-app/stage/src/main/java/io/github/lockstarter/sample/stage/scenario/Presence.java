package io.github.lockstarter.sample.stage.scenario;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

import jakarta.servlet.http.HttpServletResponse;
import org.aspectj.lang.annotation.AfterReturning;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

import io.github.lockstarter.sample.stage.servers.ServerCalls;

/**
 * Adds to a response when its request was inside, from its first to its last step, both
 * of them under the lock if there is one; outside of the requested pauses.
 */
@Aspect
@Component
@Order(0)
class Presence {

	private static final String CATALOG = "io.github.lockstarter.sample.app.catalog.CatalogParts.";

	private static final String EXPORT = "io.github.lockstarter.sample.app.export.ExportFiles.";

	private static final String ENTERED = Presence.class.getName();

	@Before("execution(* " + CATALOG + "readNames(..)) || execution(* " + CATALOG + "writeNames(..)) || execution(* "
			+ EXPORT + "write(..))")
	void enters() {
		attributes()
			.ifPresent((request) -> request.setAttribute(ENTERED, nowMicros(), RequestAttributes.SCOPE_REQUEST));
	}

	@AfterReturning("execution(* " + CATALOG + "readPrices(..)) || execution(* " + CATALOG
			+ "writePrices(..)) || execution(* " + EXPORT + "write(..))")
	void leaves() {
		attributes().ifPresent((request) -> {
			HttpServletResponse response = request.getResponse();
			if (response != null) {
				response.setHeader(ServerCalls.INSIDE,
						request.getAttribute(ENTERED, RequestAttributes.SCOPE_REQUEST) + "-" + nowMicros());
			}
		});
	}

	private static Optional<ServletRequestAttributes> attributes() {
		return Optional.ofNullable((ServletRequestAttributes) RequestContextHolder.getRequestAttributes());
	}

	private static long nowMicros() {
		return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
	}

}

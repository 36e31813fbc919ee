package io.github.lockstarter.sample.stage.page;

import java.io.IOException;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Restricts the page to content of its own server: it works without a network, and a user
 * name cannot run as a script.
 */
@Component
class PageHeaders extends OncePerRequestFilter {

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		response.setHeader("Content-Security-Policy",
				"default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
		response.setHeader("X-Content-Type-Options", "nosniff");
		chain.doFilter(request, response);
	}

}

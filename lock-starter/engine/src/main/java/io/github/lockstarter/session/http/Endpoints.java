package io.github.lockstarter.session.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

import io.github.lockstarter.store.LockStartException;

/**
 * Checks the configured addresses of members.
 */
public final class Endpoints {

	private Endpoints() {
	}

	/**
	 * Checks addresses.
	 * @param property the property, without "distributed-lock."
	 * @param texts its value; an address without a scheme uses http
	 * @param example a valid address
	 * @return the addresses, without a trailing slash
	 * @throws LockStartException if there is none, or one is invalid
	 */
	public static List<String> check(String property, List<String> texts, String example) {
		if (texts.isEmpty()) {
			throw LockStartException.ofProperty(property, "empty", "must name at least one member");
		}
		return texts.stream().map((text) -> check(property, text.strip(), example)).toList();
	}

	private static String check(String property, String text, String example) {
		try {
			URI uri = new URI(text.contains("://") ? text : "http://" + text);
			boolean fits = ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) && uri.getHost() != null
					&& uri.getUserInfo() == null && uri.getQuery() == null && uri.getFragment() == null;
			if (fits) {
				String address = uri.toString();
				return address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
			}
		}
		catch (URISyntaxException ex) {
			// Reported below.
		}
		throw LockStartException.ofProperty(property, "'" + text + "'",
				"must be the address of a member, such as " + example);
	}

}

package io.github.lockstarter.simulation.database;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement whose clock is a parameter behind all others.
 *
 * @param sql what H2 is asked
 * @param clock the number of the clock's parameter; zero if the time is not asked for
 */
record ClockedText(String sql, int clock) {

	private static final Map<String, ClockedText> KNOWN = new ConcurrentHashMap<>();

	private static final Pattern CLOCK = Pattern.compile("\\bcurrent_timestamp\\b");

	// H2 would go by its own clock
	private static final Pattern OTHER_CLOCKS = Pattern
		.compile("\\b(now|sysdate|systimestamp|localtimestamp|localtime|current_date|current_time|curtime|curdate)\\b");

	private static final Pattern PARAMETER = Pattern.compile("\\?");

	/**
	 * Makes it of what the store has said.
	 */
	static ClockedText of(String said) {
		return KNOWN.computeIfAbsent(said, ClockedText::make);
	}

	private static ClockedText make(String said) {
		if (OTHER_CLOCKS.matcher(said.toLowerCase(Locale.ROOT)).find()) {
			throw new IllegalArgumentException("The time of this statement is not that of the world: " + said);
		}
		if (!CLOCK.matcher(said).find()) {
			return new ClockedText(said, 0);
		}
		StringBuilder sql = new StringBuilder();
		Matcher parameters = PARAMETER.matcher(said);
		int count = 0;
		while (parameters.find()) {
			parameters.appendReplacement(sql, "?" + ++count);
		}
		parameters.appendTail(sql);
		int clock = count + 1;
		return new ClockedText(CLOCK.matcher(sql).replaceAll("cast(?" + clock + " as timestamp(6) with time zone)"),
				clock);
	}

}

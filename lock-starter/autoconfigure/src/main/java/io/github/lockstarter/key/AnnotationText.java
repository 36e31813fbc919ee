package io.github.lockstarter.key;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/**
 * Reads the attributes of one annotation that are text: with placeholders, and durations.
 */
public final class AnnotationText {

	// Zero needs no unit.
	private static final Pattern BARE_NUMBER = Pattern.compile("[+-]?0*[1-9][0-9]*");

	private final ConfigurableBeanFactory beanFactory;

	private final Refusal refusal;

	/**
	 * Creates the reader.
	 * @param beanFactory resolves placeholders
	 * @param refusal creates the exception for an attribute that cannot be used
	 */
	public AnnotationText(ConfigurableBeanFactory beanFactory, Refusal refusal) {
		this.beanFactory = beanFactory;
		this.refusal = refusal;
	}

	/**
	 * Resolves the placeholders of an attribute.
	 * @param attribute its name
	 * @param value its value in the source
	 * @return the value with its placeholders resolved
	 */
	public String resolved(String attribute, String value) {
		if (!value.contains("${")) {
			return value;
		}
		String resolved = value;
		RuntimeException failure = null;
		try {
			resolved = Objects.requireNonNullElse(this.beanFactory.resolveEmbeddedValue(value), "");
		}
		catch (IllegalArgumentException ex) {
			failure = ex;
		}
		if (failure != null || resolved.contains("${")) {
			throw this.refusal.because(
					"has a placeholder that cannot be resolved, in " + attribute + " = \"" + value + "\"",
					"Set the property, or give it a default such as ${some.property:default}.", failure);
		}
		return resolved;
	}

	/**
	 * Reads a duration.
	 * @param <T> what is made of it
	 * @param attribute its name
	 * @param value its value in the source
	 * @param use uses the duration; an {@link IllegalArgumentException} refuses it
	 * @param action what to write instead
	 * @return the result, or null if the attribute is empty
	 */
	public <T> @Nullable T duration(String attribute, String value, Function<Duration, T> use, String action) {
		String text = resolved(attribute, value).trim();
		if (text.isEmpty()) {
			return null;
		}
		if (BARE_NUMBER.matcher(text).matches()) {
			// usually seconds are meant, but the parser would read milliseconds
			throw this.refusal.because(
					"has " + attribute + " = \"" + value + "\", which is " + text + " without a unit",
					"Write " + text + "s for seconds or " + text + "ms for milliseconds.", null);
		}
		try {
			return use.apply(DurationFormatterUtils.detectAndParse(text, DurationFormat.Unit.MILLIS));
		}
		catch (IllegalArgumentException | ArithmeticException ex) {
			throw this.refusal.because(
					"has " + attribute + " = \"" + value + "\", which cannot be used: " + ex.getMessage(), action, ex);
		}
	}

	/**
	 * Creates the exception that stops the start.
	 */
	@FunctionalInterface
	public interface Refusal {

		/**
		 * Creates it.
		 * @param reason what is wrong, as the rest of a sentence about the element
		 * @param action what to change
		 * @param cause the cause, or null
		 * @return the exception
		 */
		RuntimeException because(String reason, String action, @Nullable Throwable cause);

	}

}

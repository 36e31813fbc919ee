package io.github.lockstarter.text;

import java.math.BigDecimal;
import java.math.MathContext;

import org.jspecify.annotations.Nullable;

/**
 * One text for one number, whatever its type: {@code 1}, {@code 1.0} and {@code 1.00} are
 * one key.
 */
final class NumberText {

	// Digits that tell any two doubles apart.
	private static final int DIGITS = 17;

	// A number with more zeros is written with an exponent: it would be a long key.
	private static final int MOST_ZEROS = 40;

	private NumberText() {
	}

	/**
	 * The text of a number that may have a fraction, and is finite.
	 * @return its text, or null if it is none of the types with a fraction
	 */
	static @Nullable String of(Number value) {
		if (value instanceof BigDecimal decimal) {
			return text(decimal);
		}
		boolean single = value instanceof Float;
		return (single || value instanceof Double) ? text(shortest(value.doubleValue(), single)) : null;
	}

	/**
	 * The shortest decimal that is read as this number. Not that of {@code toString},
	 * which writes some numbers with other digits since JDK 19.
	 */
	private static BigDecimal shortest(double number, boolean single) {
		BigDecimal exact = new BigDecimal(number);
		for (int digits = 1; digits < DIGITS; digits++) {
			BigDecimal rounded = exact.round(new MathContext(digits));
			if (single ? rounded.floatValue() == (float) number : rounded.doubleValue() == number) {
				return rounded;
			}
		}
		return exact.round(new MathContext(DIGITS));
	}

	private static String text(BigDecimal decimal) {
		BigDecimal stripped = decimal.stripTrailingZeros();
		return (stripped.scale() < 0 && stripped.scale() > -MOST_ZEROS) ? stripped.toPlainString()
				: stripped.toString();
	}

}

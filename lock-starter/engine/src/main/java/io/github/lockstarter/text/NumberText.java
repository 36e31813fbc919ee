package io.github.lockstarter.text;

import java.math.BigDecimal;
import java.math.MathContext;

import org.jspecify.annotations.Nullable;

/**
 * Formats equal numbers of any type alike: {@code 1}, {@code 1.0} and {@code 1.00} are
 * one key.
 */
final class NumberText {

	// Digits that distinguish any two doubles.
	private static final int DIGITS = 17;

	// With more zeros a number is written with an exponent, because the key would be
	// long.
	private static final int MOST_ZEROS = 40;

	private NumberText() {
	}

	// Null for types without a fraction; the number is finite.
	static @Nullable String of(Number value) {
		if (value instanceof BigDecimal decimal) {
			return text(decimal);
		}
		boolean single = value instanceof Float;
		return (single || value instanceof Double) ? text(shortest(value.doubleValue(), single)) : null;
	}

	// The shortest decimal that reads as this number. toString() writes some numbers with
	// other digits since JDK 19.
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

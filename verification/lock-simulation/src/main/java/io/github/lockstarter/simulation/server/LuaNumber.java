package io.github.lockstarter.simulation.server;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * How numbers of Lua are spelled, as C does it.
 */
final class LuaNumber {

	private static final int DIGITS = 17;

	private static final long EXACT = 1L << 53;

	private LuaNumber() {
	}

	/**
	 * As Redis spells a number that a script gives a command: %.17g.
	 */
	static String text(double number) {
		if (number == Math.rint(number) && Math.abs(number) < EXACT || !Double.isFinite(number)) {
			return whole(number);
		}
		BigDecimal rounded = new BigDecimal(number).round(new MathContext(DIGITS, RoundingMode.HALF_EVEN))
			.stripTrailingZeros();
		int exponent = rounded.precision() - rounded.scale() - 1;
		if (exponent >= -4 && exponent < DIGITS) {
			return rounded.toPlainString();
		}
		return rounded.movePointLeft(exponent).toPlainString() + String.format(Locale.ROOT, "e%+03d", exponent);
	}

	/**
	 * As %.0f spells a number.
	 */
	static String whole(double number) {
		if (Math.abs(number) < EXACT) {
			double rounded = Math.rint(number);
			return (Double.doubleToRawLongBits(rounded) == Long.MIN_VALUE) ? "-0" : Long.toString((long) rounded);
		}
		if (Double.isFinite(number)) {
			return new BigDecimal(number).toPlainString();
		}
		return Double.isNaN(number) ? "nan" : (number > 0) ? "inf" : "-inf";
	}

}

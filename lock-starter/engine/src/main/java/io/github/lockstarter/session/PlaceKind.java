package io.github.lockstarter.session;

import java.util.regex.Pattern;

/**
 * Beside how many others a place is admitted: none, any number that share the lock, or
 * fewer than its limit. It is part of the key of a place, so that it never changes, and
 * that instances which do not know it treat the place as exclusive.
 *
 * @param limit how many may be admitted, this place included; zero for any number
 */
public record PlaceKind(int limit) {

	/**
	 * Admitted alone.
	 */
	public static final PlaceKind EXCLUSIVE = new PlaceKind(1);

	/**
	 * Admitted beside any number of places that are not exclusive.
	 */
	public static final PlaceKind SHARED = new PlaceKind(0);

	// Behind it the kind; no attempt and no session has it in its id.
	private static final char MARK = '~';

	private static final String READS = "r";

	private static final Pattern LIMIT = Pattern.compile("[1-9]\\d{0,8}");

	/**
	 * Whether the place is admitted alone.
	 * @return whether it is the only one
	 */
	public boolean isExclusive() {
		return this.limit == 1;
	}

	/**
	 * Whether a limit of more than one applies.
	 * @return whether it is one of some permits
	 */
	public boolean isLimited() {
		return this.limit > 1;
	}

	boolean isAdmittedBehind(int admitted) {
		return this.limit == 0 || admitted < this.limit;
	}

	/**
	 * The kind at the end of a part of a key.
	 * @return the text to append, empty for an exclusive place
	 */
	public String suffix() {
		if (isExclusive()) {
			return "";
		}
		return MARK + (isLimited() ? Integer.toString(this.limit) : READS);
	}

	/**
	 * Reads the kind at the end of a part of a key. A kind of a later version is taken
	 * for exclusive, which is safe.
	 * @param part the text with the suffix
	 * @return the kind
	 */
	public static PlaceKind of(String part) {
		int mark = part.indexOf(MARK);
		String kind = (mark < 0) ? "" : part.substring(mark + 1);
		if (kind.equals(READS)) {
			return SHARED;
		}
		return LIMIT.matcher(kind).matches() ? new PlaceKind(Integer.parseInt(kind)) : EXCLUSIVE;
	}

	/**
	 * The text before the suffix.
	 * @param part the text with the suffix
	 * @return the text without it
	 */
	public static String withoutSuffix(String part) {
		int mark = part.indexOf(MARK);
		return (mark < 0) ? part : part.substring(0, mark);
	}

}

package io.github.lockstarter.text;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TimeZone;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

/**
 * A text that is the same for equal values in every JVM. Records, collections, maps,
 * arrays and optionals are read part by part, because their own text depends on that of
 * their parts, such as the address of an array or the iteration order of a set. Values
 * without such a text are refused.
 */
public final class StableText {

	// A deeper value contains itself.
	private static final int DEEPEST = 32;

	private static final Map<String, String> ZONED = Map.of("java.sql.Date", "toLocalDate()", "java.sql.Time",
			"toLocalTime()");

	private final String expression;

	private StableText(String expression) {
		this.expression = expression;
	}

	/**
	 * Returns the text of a value.
	 * @param value the value
	 * @param expression where it comes from, for advice
	 * @return its text
	 * @throws UnclearValueException if it has no such text
	 */
	public static String of(Object value, String expression) {
		return new StableText(expression).text(value, "", 0);
	}

	/**
	 * Checks text that an expression has made of objects itself.
	 * @param text the text
	 * @param classLoader knows the classes of the application
	 * @return the text
	 * @throws UnclearValueException if it contains the address of an object
	 */
	public static String made(String text, ClassLoader classLoader) {
		String address = AddressText.in(text, classLoader);
		if (address != null) {
			throw new StableText("").shown("", "text", address);
		}
		return text;
	}

	// Invisible text: white space of any script, and characters that no font draws.
	public static boolean isBlank(String text) {
		for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
			if (!showsNothing(text.codePointAt(i))) {
				return false;
			}
		}
		return true;
	}

	private static boolean showsNothing(int character) {
		return Character.isWhitespace(character) || Character.isSpaceChar(character)
				|| Character.getType(character) == Character.FORMAT || Character.isISOControl(character);
	}

	private String text(@Nullable Object value, String place, int depth) {
		if (value == null || value instanceof String || value instanceof Boolean || value instanceof Character) {
			return String.valueOf(value);
		}
		if (value instanceof Enum<?> constant) {
			return constant.name(); // its toString is for people
		}
		if (value instanceof Number number) {
			return number(number, place);
		}
		if (value instanceof Date || value instanceof Calendar || value instanceof TimeZone) {
			return time(value, place);
		}
		if (depth > DEEPEST) {
			throw unclear(place, "more than " + DEEPEST + " values inside each other",
					"Use the parts of it that identify something");
		}
		String text = textOfParts(value, place, depth + 1);
		return (text != null) ? text : ownText(value, place);
	}

	private String number(Number number, String place) {
		if ((number instanceof Double || number instanceof Float) && !Double.isFinite(number.doubleValue())) {
			throw unclear(place, "the value " + number + ", which is not a number",
					"Refuse such a call before it gets here");
		}
		String text = NumberText.of(number);
		return (text != null) ? text : ownText(number, place);
	}

	private String time(Object value, String place) {
		if (value.getClass() == Date.class) {
			return Instant.ofEpochMilli(((Date) value).getTime()).toString();
		}
		String reader = (value instanceof TimeZone) ? "ID"
				: ZONED.getOrDefault(value.getClass().getName(), "toInstant()");
		throw unclear(place, "a " + value.getClass().getTypeName() + ", whose text depends on the time zone of the JVM",
				(place.isEmpty()) ? "Use \"" + this.expression + "." + reader + "\"" : "Use a type of java.time there");
	}

	private @Nullable String textOfParts(Object value, String place, int depth) {
		if (value instanceof Optional<?> optional) {
			return optional.isEmpty() ? "Optional.empty" : "Optional[" + text(optional.get(), place, depth) + "]";
		}
		if (value.getClass().isArray()) {
			return IntStream.range(0, Array.getLength(value))
				.mapToObj((index) -> text(Array.get(value, index), place + "[" + index + "]", depth))
				.collect(list());
		}
		if (value instanceof Map<?, ?> map) {
			return map.entrySet().stream().map((entry) -> entry(entry, place, depth)).sorted().collect(map());
		}
		if (value instanceof Map.Entry<?, ?> entry) {
			return entry(entry, place, depth);
		}
		if (value instanceof Collection<?> collection) {
			return elements(collection, place, depth);
		}
		return isReadByParts(value) ? record((Record) value, place, depth) : null;
	}

	private String elements(Collection<?> collection, String place, int depth) {
		if (collection instanceof Set) {
			return collection.stream()
				.map((element) -> text(element, "an element of " + place, depth))
				.sorted()
				.collect(list());
		}
		if (collection instanceof List || collection instanceof Deque) {
			int[] index = new int[1];
			return collection.stream()
				.map((element) -> text(element, place + "[" + index[0]++ + "]", depth))
				.collect(list());
		}
		throw unclear(place, "a " + collection.getClass().getTypeName() + ", whose order may differ between instances",
				"Use a List or a Set there");
	}

	private String entry(Map.Entry<?, ?> entry, String place, int depth) {
		String key = text(entry.getKey(), "a key of " + place, depth);
		return key + "=" + text(entry.getValue(), place + "[" + key + "]", depth);
	}

	private String record(Record value, String place, int depth) {
		String outer = place.isEmpty() ? value.getClass().getSimpleName() : place;
		return Arrays.stream(value.getClass().getRecordComponents())
			.map((component) -> component.getName() + "="
					+ text(component(value, component, place), outer + "." + component.getName(), depth))
			.collect(Collectors.joining(", ", value.getClass().getSimpleName() + "[", "]"));
	}

	// The compiler's toString() of a record is final; own ones are not, because the class
	// is.
	private static boolean isReadByParts(Object value) {
		if (!(value instanceof Record)) {
			return false;
		}
		try {
			return Modifier.isFinal(value.getClass().getMethod("toString").getModifiers());
		}
		catch (NoSuchMethodException ex) {
			throw new IllegalStateException("Every class has toString()", ex);
		}
	}

	private @Nullable Object component(Record value, RecordComponent component, String place) {
		// not by its accessor: the text is made of the fields
		try {
			Field field = value.getClass().getDeclaredField(component.getName());
			field.setAccessible(true);
			return field.get(value);
		}
		catch (ReflectiveOperationException | RuntimeException ex) {
			throw unclear(place, "a " + value.getClass().getTypeName() + ", whose components cannot be read",
					"Use the parts of it that identify something, or give it a toString() of its own");
		}
	}

	private String ownText(Object value, String place) {
		String type = value.getClass().getTypeName();
		String text = value.toString();
		if (text == null) {
			throw unclear(place, "a " + type + " whose toString() returns null",
					"All such objects would be one lock. Use a property that identifies it" + example(place));
		}
		// compares the text, because a proxy may delegate the call to its target
		if (text.contains("@") && text.endsWith("@" + Integer.toHexString(value.hashCode()))) {
			throw unclear(place, "a " + type + " without a toString() of its own",
					"Each object would be a lock of its own. Use a property that identifies it" + example(place)
							+ ", or implement toString()");
		}
		String address = AddressText.in(value, text);
		if (address != null) {
			throw shown(place, type, address);
		}
		return text;
	}

	private UnclearValueException shown(String place, String type, String address) {
		return unclear(place, "a " + type + " that contains " + address + ", the address of an object",
				"Each object would be a lock of its own. Use a property that identifies it" + example(place)
						+ ", or a toString() that does not contain it");
	}

	private String example(String place) {
		return (place.isEmpty() && this.expression.matches("#[\\w.]+")) ? ", such as \"" + this.expression + ".id\""
				: ", such as an id";
	}

	private static UnclearValueException unclear(String place, String what, String action) {
		return new UnclearValueException((place.isEmpty() ? "is " : "has, in " + place + ", ") + what, action);
	}

	private static Collector<CharSequence, ?, String> list() {
		return Collectors.joining(", ", "[", "]");
	}

	private static Collector<CharSequence, ?, String> map() {
		return Collectors.joining(", ", "{", "}");
	}

}

package io.github.lockstarter.key;

import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.expression.TypeConverter;
import org.springframework.expression.spel.support.StandardTypeConverter;

import io.github.lockstarter.text.StableText;

/**
 * Converts to text inside a key expression by the rules of the key itself.
 */
final class KeyTypeConverter implements TypeConverter {

	private static final TypeConverter OTHERS = new StandardTypeConverter();

	private final String expression;

	KeyTypeConverter(String expression) {
		this.expression = expression;
	}

	@Override
	public boolean canConvert(@Nullable TypeDescriptor sourceType, TypeDescriptor targetType) {
		// otherwise SpEL calls toString()
		return targetType.getType() == String.class || OTHERS.canConvert(sourceType, targetType);
	}

	@Override
	public @Nullable Object convertValue(@Nullable Object value, @Nullable TypeDescriptor sourceType,
			TypeDescriptor targetType) {
		return (targetType.getType() == String.class && value != null) ? StableText.of(value, this.expression)
				: OTHERS.convertValue(value, sourceType, targetType);
	}

}

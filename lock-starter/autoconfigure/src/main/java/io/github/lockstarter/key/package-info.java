/**
 * Resolves the key of a locked method from its SpEL expression. Knows no lock and no
 * store.
 *
 * <p>
 * {@code SpelKeyResolver} parses each expression once for each method. When the bean is
 * created, {@code ExpressionReferences} refuses references that no call can resolve,
 * because SpEL itself reads an unknown variable as null, and expressions that change a
 * value. {@code ExpressionTypes} compares properties and methods with the declared types:
 * in a final class a missing member is an error; in another concrete class a subclass may
 * have it, which is worth a warning only; interfaces, abstract classes and maps are not
 * checked. At a call, {@code KeyText} turns the value into text that is the same in every
 * instance, or refuses it: a value that reads differently each time would exclude no
 * other caller. What becomes text inside the expression follows the same rules
 * ({@code KeyTypeConverter}), and {@code NullInText} finds a null that SpEL has written
 * as the word "null".
 */
@NullMarked
package io.github.lockstarter.key;

import org.jspecify.annotations.NullMarked;

package kotlin.coroutines;

/**
 * Stands for Kotlin's own type of this name, which is the last parameter of a suspend
 * function.
 *
 * @param <T> the result
 */
public interface Continuation<T> {

}

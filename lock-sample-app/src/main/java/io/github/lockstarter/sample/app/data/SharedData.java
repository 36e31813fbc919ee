package io.github.lockstarter.sample.app.data;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What all servers see: values, counters and lists, each under a key. Where the locks are
 * in Redis, this is, too; else it is in a database, with the locks or without them.
 * Nothing here keeps two servers from storing the same twice: that is the job of the
 * lock. All methods throw Spring's {@code DataAccessException} where the store cannot be
 * asked.
 */
public interface SharedData {

	/**
	 * Looks a value or a counter up.
	 * @param key its key
	 * @return the value, or empty if there is none, or none any more
	 */
	Optional<String> value(String key);

	/**
	 * Keeps a value, in place of the one before.
	 * @param key its key
	 * @param value the value
	 * @param time for how long
	 */
	void put(String key, String value, Duration time);

	/**
	 * Counts, in one step.
	 * @param key the key of the counter
	 * @param time for how long it is kept from now on
	 * @return the number, which nobody else gets
	 */
	long increment(String key, Duration time);

	/**
	 * Appends to a list.
	 * @param key its key
	 * @param entry the new last entry
	 */
	void append(String key, String entry);

	/**
	 * Looks a list up.
	 * @param key its key
	 * @return its entries, the first one first; empty if there is none
	 */
	List<String> entries(String key);

	/**
	 * Forgets the first entries of a list.
	 * @param key its key
	 * @param most how many of the last are kept
	 */
	void keepLast(String key, int most);

	/**
	 * Forgets a value, or a list.
	 * @param key its key
	 */
	void delete(String key);

	/**
	 * The keys that begin alike.
	 * @param prefix what they begin with
	 * @return the keys of values and of lists, in no order
	 */
	List<String> keys(String prefix);

}

package io.github.lockstarter.sample.app.data;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Data that all servers share: values, counters and lists, each under a key. It is in
 * Redis if the locks are, otherwise in a database. It does not prevent two servers from
 * storing the same thing twice: the lock does. Methods throw Spring's
 * {@code DataAccessException} in an outage.
 */
public interface SharedData {

	Optional<String> value(String key);

	void put(String key, String value, Duration time);

	/**
	 * Increments a counter atomically.
	 * @param key the key of the counter
	 * @param time how long it is kept from now on
	 * @return the number, which no other call returns
	 */
	long increment(String key, Duration time);

	void append(String key, String entry);

	/**
	 * Returns a list.
	 * @param key its key
	 * @return its entries, oldest first; empty if there is none
	 */
	List<String> entries(String key);

	/**
	 * Removes the first entries of a list.
	 * @param key its key
	 * @param most how many of the last ones are kept
	 */
	void keepLast(String key, int most);

	void delete(String key);

	/**
	 * Finds keys by their prefix.
	 * @param prefix the prefix
	 * @return the keys of values and lists, in no order
	 */
	List<String> keys(String prefix);

}

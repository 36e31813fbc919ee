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

	// Atomic: no other call returns the same number.
	long increment(String key, Duration time);

	void append(String key, String entry);

	// Oldest first; empty if there is none.
	List<String> entries(String key);

	void keepLast(String key, int most);

	void delete(String key);

	List<String> keys(String prefix);

}

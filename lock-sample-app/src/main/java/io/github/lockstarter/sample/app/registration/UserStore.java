package io.github.lockstarter.sample.app.registration;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.springframework.stereotype.Repository;

import io.github.lockstarter.sample.app.data.SharedData;

/**
 * Users in a store without unique constraints: a list for each name. Only the lock
 * prevents two users of one name.
 */
@Repository
public class UserStore {

	private static final String ID_SEQUENCE = "sample:user-id";

	private static final String USERS_BY_NAME = "sample:registered:";

	private static final Duration FOR_LONG = Duration.ofDays(365);

	private final SharedData data;

	UserStore(SharedData data) {
		this.data = data;
	}

	Optional<User> findByName(String userName) {
		return findAllByName(userName).stream().findFirst();
	}

	List<User> findAllByName(String userName) {
		return this.data.entries(USERS_BY_NAME + userName).stream().map((entry) -> user(entry, userName)).toList();
	}

	private static User user(String entry, String userName) {
		int space = entry.indexOf(' ');
		return new User(Long.parseLong(entry.substring(0, space)), userName, Instant.parse(entry.substring(space + 1)));
	}

	public SortedSet<String> findNames() {
		return this.data.keys(USERS_BY_NAME)
			.stream()
			.map((key) -> key.substring(USERS_BY_NAME.length()))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	long nextId() {
		return this.data.increment(ID_SEQUENCE, FOR_LONG);
	}

	void save(User user) {
		this.data.append(USERS_BY_NAME + user.userName(), user.id() + " " + user.registeredAt());
	}

	public void delete(String userName) {
		this.data.delete(USERS_BY_NAME + userName);
	}

}

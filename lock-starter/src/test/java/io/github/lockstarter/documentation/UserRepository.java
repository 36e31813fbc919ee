package io.github.lockstarter.documentation;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.springframework.stereotype.Repository;

/**
 * Users, as a table without a unique index keeps them.
 */
@Repository
class UserRepository {

	private static final List<User> USERS = new CopyOnWriteArrayList<>();

	boolean exists(String name) {
		return USERS.contains(new User(name));
	}

	User save(User user) {
		USERS.add(user);
		return user;
	}

	long count(String name) {
		return USERS.stream().filter(new User(name)::equals).count();
	}

}

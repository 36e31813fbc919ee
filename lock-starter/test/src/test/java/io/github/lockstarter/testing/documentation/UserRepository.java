package io.github.lockstarter.testing.documentation;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.stereotype.Repository;

@Repository
class UserRepository {

	private final Set<String> names = ConcurrentHashMap.newKeySet();

	boolean exists(String name) {
		return this.names.contains(name);
	}

	User save(User user) {
		this.names.add(user.name());
		return user;
	}

}

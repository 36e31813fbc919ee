package io.github.lockstarter.sample.app.registration;

import java.time.Instant;

import org.springframework.stereotype.Service;

import io.github.lockstarter.annotation.DistributedLocked;

/**
 * Registers users, one registration of a name at a time across all servers: looks for the
 * user, issues an id, stores the user, grants the bonus. Without the lock that is correct
 * only if no other server registers the same name at the same time.
 */
@Service
public class RegistrationService {

	private static final int BONUS = 100;

	private final UserStore users;

	private final PointsClient points;

	RegistrationService(UserStore users, PointsClient points) {
		this.users = users;
		this.points = points;
	}

	/**
	 * Registers a user. The lookup must be inside the lock: a lookup before it, such as
	 * in a controller, is outdated when the lock is acquired, and the caller that waited
	 * would store the same user again.
	 *
	 * <p>
	 * It does not wait: the same registration in progress most likely means that the
	 * button was pressed twice, and an immediate answer is more useful than a later
	 * "registered already".
	 * @param userName the name
	 * @return the stored user
	 * @throws UserExistsException if the name is registered; nothing was changed
	 */
	@DistributedLocked(name = "registration", key = "#userName", waitTime = "0")
	public User register(String userName) {
		this.users.findByName(userName).ifPresent((user) -> {
			throw new UserExistsException(user);
		});
		User user = new User(this.users.nextId(), userName, Instant.now());
		this.users.save(user);
		this.points.grant(user, BONUS, "registration");
		return user;
	}

}

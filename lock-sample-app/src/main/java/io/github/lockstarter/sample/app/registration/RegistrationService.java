package io.github.lockstarter.sample.app.registration;

import java.time.Instant;

import org.springframework.stereotype.Service;

import io.github.lockstarter.annotation.DistributedLocked;

/**
 * Registers users, one registration of a name at a time across all servers: looks the
 * user up, issues an id, stores the user, grants the bonus. Without the lock that is
 * correct only as long as nobody else registers the same name at the same time.
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
	 * Registers a user. The look-up happens inside the lock. A look-up in front of it, in
	 * a controller for example, is the bug that this lock is to prevent: its answer is
	 * out of date by the time the lock is there, and the caller who waited stores the
	 * same user again.
	 *
	 * <p>
	 * It does not wait: whoever finds the same registration in progress has most likely
	 * pressed the button twice, and learns more from an answer now than from a
	 * "registered already" later.
	 * @param userName the name, not registered yet
	 * @return the stored user
	 * @throws UserExistsException if the name is registered; nothing was changed
	 * @throws BonusNotGrantedException if the user was stored, but the points service
	 * failed
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

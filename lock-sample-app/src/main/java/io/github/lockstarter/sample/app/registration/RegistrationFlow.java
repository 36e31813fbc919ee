package io.github.lockstarter.sample.app.registration;

import java.time.Instant;

import org.springframework.stereotype.Component;

/**
 * The registration: look the user up, issue an id, store the user, grant the bonus.
 * Correct as long as nobody else registers the same name at the same time, which it does
 * not see to itself: {@link RegistrationService} and {@link UnlockedRegistrationService}
 * run it with and without the lock, and differ in nothing else.
 */
@Component
class RegistrationFlow {

	private static final int BONUS = 100;

	private final UserStore users;

	private final PointsClient points;

	private final ThinkTime thinkTime;

	RegistrationFlow(UserStore users, PointsClient points, ThinkTime thinkTime) {
		this.users = users;
		this.points = points;
		this.thinkTime = thinkTime;
	}

	/**
	 * Registers a user.
	 * @param userName the name, not registered yet
	 * @return the stored user
	 * @throws UserExistsException if the name is registered; nothing was changed
	 * @throws BonusNotGrantedException if the user was stored, but the points service
	 * failed
	 */
	User register(String userName) {
		this.users.findByName(userName).ifPresent((user) -> {
			throw new UserExistsException(user);
		});
		this.thinkTime.pass(userName);
		User user = new User(this.users.nextId(), userName, Instant.now());
		this.users.save(user);
		this.points.grant(user, BONUS, "registration");
		return user;
	}

}

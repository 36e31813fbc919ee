package io.github.lockstarter.sample.app.registration;

/**
 * The user is stored, but the points service failed. The user is kept: a call that timed
 * out may have booked the points, and registering again would grant them twice. A real
 * application would repeat the booking under the id of the user.
 */
class BonusNotGrantedException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	BonusNotGrantedException(User user, Throwable cause) {
		super("\"" + user.userName() + "\" is registered with id " + user.id()
				+ ", but the points service did not confirm the bonus points. Do not register again.", cause);
	}

}

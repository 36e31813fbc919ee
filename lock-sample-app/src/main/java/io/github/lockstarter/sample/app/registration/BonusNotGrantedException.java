package io.github.lockstarter.sample.app.registration;

/**
 * The user is stored, the points service failed. The user stays: a call that timed out
 * may have booked the points all the same, and an undone registration that is then
 * repeated would grant them twice. A real application would book the bonus again under
 * the id of the user.
 */
class BonusNotGrantedException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	BonusNotGrantedException(User user, Throwable cause) {
		super("\"" + user.userName() + "\" is registered with id " + user.id()
				+ ", but the points service did not confirm the bonus points. Do not register again.", cause);
	}

}

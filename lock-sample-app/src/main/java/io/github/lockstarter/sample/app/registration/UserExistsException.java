package io.github.lockstarter.sample.app.registration;

class UserExistsException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	UserExistsException(User user) {
		super("\"" + user.userName() + "\" is registered already, with id " + user.id() + ".");
	}

}

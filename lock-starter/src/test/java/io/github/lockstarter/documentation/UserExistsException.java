package io.github.lockstarter.documentation;

class UserExistsException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	UserExistsException(String name) {
		super(name + " is registered already");
	}

}

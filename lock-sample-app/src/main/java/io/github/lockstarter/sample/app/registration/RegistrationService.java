package io.github.lockstarter.sample.app.registration;

import org.springframework.stereotype.Service;

import io.github.lockstarter.annotation.DistributedLocked;

/**
 * Registers users, one registration of a name at a time across all servers.
 */
@Service
public class RegistrationService {

	private final RegistrationFlow flow;

	RegistrationService(RegistrationFlow flow) {
		this.flow = flow;
	}

	/**
	 * Registers a user. The look-up happens inside the lock. A look-up in front of it, in
	 * a controller for example, is the bug that this sample exists to show: its answer is
	 * out of date by the time the lock is there, and the caller who waited stores the
	 * same user again.
	 *
	 * <p>
	 * It does not wait: whoever finds the same registration in progress has most likely
	 * pressed the button twice, and learns more from an answer now than from a
	 * "registered already" later.
	 * @param userName the name, not registered yet
	 * @return the stored user
	 */
	@DistributedLocked(name = "registration", key = "#userName", waitTime = "0")
	public User register(String userName) {
		return this.flow.register(userName);
	}

}

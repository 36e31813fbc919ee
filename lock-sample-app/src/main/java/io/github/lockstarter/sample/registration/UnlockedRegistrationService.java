package io.github.lockstarter.sample.registration;

import org.springframework.stereotype.Service;

/**
 * Registers users without the lock, to show the duplicates this makes.
 */
@Service
class UnlockedRegistrationService {

	private final RegistrationFlow flow;

	UnlockedRegistrationService(RegistrationFlow flow) {
		this.flow = flow;
	}

	public User register(String userName) {
		return this.flow.register(userName);
	}

}

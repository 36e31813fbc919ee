package io.github.lockstarter.sample.app.registration;

import org.junit.jupiter.api.extension.ExtendWith;

import io.github.lockstarter.sample.Pair;
import io.github.lockstarter.sample.SharedPair;

/**
 * On one Redis.
 */
@ExtendWith(SharedPair.class)
class TwoServersIntegrationTests extends RegistrationOnTwoServers {

	TwoServersIntegrationTests(Pair pair) {
		super(pair);
	}

}

package io.github.lockstarter.sample.stage;

import org.junit.jupiter.api.extension.ExtendWith;

/**
 * On one Redis.
 */
@ExtendWith(SharedPair.class)
class TwoServersIntegrationTests extends RegistrationOnTwoServers {

	TwoServersIntegrationTests(Pair pair) {
		super(pair);
	}

}

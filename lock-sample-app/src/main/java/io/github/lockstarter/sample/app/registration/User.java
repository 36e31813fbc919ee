package io.github.lockstarter.sample.app.registration;

import java.time.Instant;

/**
 * A registered user.
 *
 * @param id what tells two users of one name apart, who should never exist
 * @param userName the name chosen at the registration
 * @param registeredAt when the user was stored
 */
public record User(long id, String userName, Instant registeredAt) {

}

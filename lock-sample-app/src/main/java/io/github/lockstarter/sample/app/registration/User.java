package io.github.lockstarter.sample.app.registration;

import java.time.Instant;

/**
 * A registered user.
 *
 * @param id distinguishes users of the same name, which should not exist
 * @param userName the name chosen at the registration
 * @param registeredAt when the user was stored
 */
public record User(long id, String userName, Instant registeredAt) {

}

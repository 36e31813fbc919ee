package io.github.lockstarter.sample.app.points;

/**
 * Points for a user.
 *
 * @param userName whose points
 * @param amount how many
 * @param reason what for
 */
record Booking(String userName, int amount, String reason) {

}

package io.github.lockstarter.redis;

/**
 * A connection in use.
 *
 * @param <C> the type of the connection
 * @param connection the connection
 * @param server the server it leads to
 */
record Standing<C>(C connection, Server server) {

}

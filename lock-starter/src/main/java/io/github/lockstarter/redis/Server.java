package io.github.lockstarter.redis;

/**
 * The server that a connection leads to.
 *
 * @param runId the id of this run of it: the same text for as long as it runs, empty if
 * that is not known
 * @param channels what the names of the channels begin with on which it tells instances;
 * the client id follows
 * @param uptimeSeconds how long it had been up when it was asked, negative if that is not
 * known
 */
record Server(String runId, String channels, long uptimeSeconds) {

}

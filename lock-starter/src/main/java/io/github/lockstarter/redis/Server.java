package io.github.lockstarter.redis;

/**
 * The server that a connection leads to.
 *
 * @param runId the id of this run of it: the same text for as long as it runs, empty if
 * that is not known
 * @param channels what the names of the channels begin with on which it tells instances;
 * the client id follows
 */
record Server(String runId, String channels) {

}

package io.github.lockstarter.simulation;

/**
 * The second half of a million calls.
 */
class SecondHalfOfAMillionCallsTests extends HalfAMillionCalls {

}

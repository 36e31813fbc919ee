package io.github.lockstarter.simulation;

/**
 * The first half of a million calls.
 */
class FirstHalfOfAMillionCallsTests extends HalfAMillionCalls {

}

package io.github.lockstarter.key;

/**
 * A problem of an expression: the rest of a sentence after it, and a fix without period.
 */
record ExpressionProblem(String reason, String action) {

}

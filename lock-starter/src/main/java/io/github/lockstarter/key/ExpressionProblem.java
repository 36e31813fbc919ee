package io.github.lockstarter.key;

/**
 * What is wrong with an expression, found before its first call.
 *
 * @param reason the rest of a sentence that begins with the expression
 * @param action what to change, without its period
 */
record ExpressionProblem(String reason, String action) {

}

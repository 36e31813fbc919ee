/**
 * What a person reads afterwards, and the command that writes it.
 */
@NullMarked
package io.github.lockstarter.proof.report;

import org.jspecify.annotations.NullMarked;

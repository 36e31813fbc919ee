/**
 * A fallback: a caller that does not get the lock gets the last finished report.
 */
@NullMarked
package io.github.lockstarter.sample.app.report;

import org.jspecify.annotations.NullMarked;

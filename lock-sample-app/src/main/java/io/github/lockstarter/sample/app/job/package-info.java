/**
 * A scheduled job: due on every server, run by one.
 */
@NullMarked
package io.github.lockstarter.sample.app.job;

import org.jspecify.annotations.NullMarked;

/**
 * Jobs: one that is due on every server and run by one, and an import that nobody waits
 * for.
 */
@NullMarked
package io.github.lockstarter.sample.app.job;

import org.jspecify.annotations.NullMarked;

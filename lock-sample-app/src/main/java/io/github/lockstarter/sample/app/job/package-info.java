/**
 * Jobs: one that is due on every server and runs on one, and an import that does not
 * wait.
 */
@NullMarked
package io.github.lockstarter.sample.app.job;

import org.jspecify.annotations.NullMarked;

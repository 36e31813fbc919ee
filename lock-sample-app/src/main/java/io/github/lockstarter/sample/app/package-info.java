/**
 * The application: what one would write at work, and may copy. It knows nothing of the
 * stage on which its accidents happen.
 */
@NullMarked
package io.github.lockstarter.sample.app;

import org.jspecify.annotations.NullMarked;

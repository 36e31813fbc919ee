/**
 * The data that the servers share besides their locks.
 */
@NullMarked
package io.github.lockstarter.sample.app.data;

import org.jspecify.annotations.NullMarked;

/**
 * What the servers have in common besides their locks, in the store that keeps those.
 */
@NullMarked
package io.github.lockstarter.sample.app.data;

import org.jspecify.annotations.NullMarked;

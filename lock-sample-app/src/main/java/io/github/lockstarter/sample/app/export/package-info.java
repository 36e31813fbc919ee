/**
 * Permits: work that three callers may do at the same time, on all servers together.
 */
@NullMarked
package io.github.lockstarter.sample.app.export;

import org.jspecify.annotations.NullMarked;

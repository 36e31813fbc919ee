/**
 * What applications are told by an application event.
 */
@NullMarked
package io.github.lockstarter.event;

import org.jspecify.annotations.NullMarked;

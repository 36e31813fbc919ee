/**
 * Resolves the key of a locked method from its SpEL expression. Knows no lock and no
 * Redis.
 */
@NullMarked
package io.github.lockstarter.key;

import org.jspecify.annotations.NullMarked;

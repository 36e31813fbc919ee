/**
 * Resolves the key of a locked method from its SpEL expression. Knows no lock and no
 * store.
 */
@NullMarked
package io.github.lockstarter.key;

import org.jspecify.annotations.NullMarked;

/**
 * Locks as rows of a database: the rules of a record, changed by compare-and-set.
 */
@NullMarked
package io.github.lockstarter.jdbc;

import org.jspecify.annotations.NullMarked;

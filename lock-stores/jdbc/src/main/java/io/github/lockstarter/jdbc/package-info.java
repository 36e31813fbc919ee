/**
 * Locks as rows of a database: the rules of a record
 * ({@code io.github.lockstarter.record}), applied by compare-and-set.
 * <h2>Changing a lock</h2>
 *
 * <p>
 * A command reads the row and the time of the database in one query, applies the rules,
 * and writes the result if the version of the row is still the one that was read and the
 * command's cutoff has not passed. On a conflict it starts over, after a random pause
 * from the second conflict on. Everything commits by itself, statement by statement: no
 * lock ever depends on a transaction that a paused or crashed process leaves open. On
 * PostgreSQL one statement acquires or releases a lock without waiters, and one statement
 * renews up to a hundred locks. The commit of a release need not wait for the disk: if
 * the server crashes, the lease runs to its end.
 *
 * <p>
 * An unused row is kept for the fence retention at least and three times that at most,
 * because its tokens must not fall. In between, its {@code keep_until} stays the same:
 * the column is indexed, and an update that changes no indexed column writes half as
 * much.
 * <h2>Notifications</h2>
 *
 * <p>
 * A message is sent after the change that it is about has committed. On PostgreSQL each
 * instance listens on its own channel. A pooler that pools transactions swallows
 * notifications without an error, so each new connection of the listener is probed:
 * another connection notifies it, and if nothing arrives, the instance polls instead. It
 * polls the message table also in other databases, as long as it may receive a message.
 * Heartbeats show that an instance is present; a waiter is passed over if its instance
 * has been silent for three heartbeats or, on PostgreSQL, has no listening connection.
 * <h2>Connections</h2>
 *
 * <p>
 * Each connection has a thread and executes its commands in the order given. The commands
 * of one row run on one connection, in order, as long as any of them is unanswered; a new
 * row goes to the connection with the fewest unanswered commands. A reply completes after
 * its command is no longer counted: the caller that receives it may send the next
 * command, and its connection must not look as busy as one that hangs.
 *
 * <p>
 * When a connection breaks, the outcome of the command in progress is unknown. If the
 * connection had lasted, the thread opens another one at once, and the commands behind
 * execute there. Otherwise it pauses, and they fail as not sent; a command that was not
 * sent moves to another usable connection, and its row with it. A server or firewall may
 * end a quiet connection without notice. So the first command after a quiet period is
 * preceded by a sign of life, and is not sent if none comes; heartbeats do the same while
 * there are no commands.
 *
 * <p>
 * A PostgreSQL process that waits for a row, a table or a standby does not notice that
 * its client has closed the connection. Each attempt to reconnect would leave one more
 * process until the connection limit is reached, so a new connection ends the processes
 * of the ones that were given up. Behind a pooler the process serves others and is left
 * alone; prepared statements are turned off there, because the next transaction may run
 * on a server connection that lacks them or uses their names for other statements.
 */
@NullMarked
package io.github.lockstarter.jdbc;

import org.jspecify.annotations.NullMarked;

package io.github.lockstarter.proof.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The files of a PostgreSQL, as a base backup takes them: the server goes on meanwhile,
 * and what it writes then comes to the copy by replication. The servers that come as a
 * dependency have no program that does it.
 */
final class DataDirectory {

	// what is of one server, or of one start of it; its log comes by replication
	private static final Set<String> EMPTY = Set.of("pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_serial",
			"pg_snapshots", "pg_stat_tmp", "pg_subtrans");

	private static final Set<String> LEFT_OUT = Set.of("postmaster.pid", "postmaster.opts", "standby.signal",
			"backup_label", "backup_manifest");

	private DataDirectory() {
	}

	/**
	 * Copies that of a server.
	 * @param connection leads to the server
	 * @param to where the copy goes; it is made
	 */
	static void copy(Connection connection, Path to) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			Path from = Path.of(text(statement, "show data_directory"));
			text(statement, "select pg_backup_start('standby', true)");
			copy(from, to);
			Files.writeString(to.resolve("backup_label"),
					text(statement, "select labelfile from pg_backup_stop(false)"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String text(Statement statement, String query) throws SQLException {
		try (ResultSet result = statement.executeQuery(query)) {
			result.next();
			return result.getString(1);
		}
	}

	private static void copy(Path from, Path to) throws IOException {
		Files.walkFileTree(from, new SimpleFileVisitor<>() {

			@Override
			public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
					throws IOException {
				Files.createDirectories(to.resolve(from.relativize(directory)),
						PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
				return EMPTY.contains(from.relativize(directory).toString()) ? FileVisitResult.SKIP_SUBTREE
						: FileVisitResult.CONTINUE;
			}

			@Override
			public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
				if (!LEFT_OUT.contains(file.getFileName().toString())) {
					copyFile(file, to.resolve(from.relativize(file)));
				}
				return FileVisitResult.CONTINUE;
			}

			@Override
			public FileVisitResult visitFileFailed(Path file, IOException ex) throws IOException {
				if (ex instanceof NoSuchFileException) {
					return FileVisitResult.CONTINUE;
				}
				throw ex;
			}

		});
	}

	private static void copyFile(Path file, Path copy) throws IOException {
		try {
			Files.copy(file, copy);
		}
		catch (NoSuchFileException ex) {
			// the server has deleted it meanwhile
		}
	}

	/**
	 * Deletes one that no server uses any more.
	 */
	static void delete(Path directory) {
		try (Stream<Path> all = Files.walk(directory)) {
			List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
			for (Path path : deepestFirst) {
				Files.deleteIfExists(path);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}

package io.github.lockstarter.documentation;

import java.nio.file.Path;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.RecordQueueContract;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.SystemLockClock;

/**
 * The store that the documents show keeps what a store has to keep.
 */
// the contract on the store of a document; LocksInADirectoryTests runs it in an
// application
@Tag("slow")
class DirectoryLockStoreTests extends RecordQueueContract {

	@TempDir
	private Path directory;

	@Override
	protected LockStore store() {
		return new DirectoryLockStore(this.directory, LockSettings.defaults(),
				new ThreadRuntime(new SystemLockClock()));
	}

}

package io.github.lockstarter.documentation;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.springframework.stereotype.Service;

import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.concurrent.LeaseReadWriteLock;

@Service
public class CatalogService {

	private final List<String> articles = new CopyOnWriteArrayList<>();

	private final LockOperations locks;

	private final Ledger ledger;

	CatalogService(LockOperations locks, Ledger ledger) {
		this.locks = locks;
		this.ledger = ledger;
	}

	@DistributedLocked(name = "catalog", mode = LockMode.READ)
	public List<String> articles() {
		return List.copyOf(this.articles);
	}

	@DistributedLocked(name = "catalog")
	public void replace(List<String> articles) {
		this.articles.clear();
		this.articles.addAll(articles);
	}

	@DistributedLocked(name = "export", key = "#tenant", permits = "${export.permits:3}")
	public void export(String tenant) {
		this.ledger.book("export " + tenant, 1);
	}

	int count() {
		LockRequest reading = LockRequest.of("catalog").mode(LockMode.READ);
		return this.locks.execute(reading, (lease) -> this.articles.size());
	}

	boolean exportIfThereIsRoom(String tenant) {
		LockRequest oneOfThree = LockRequest.of("export", tenant).permits(3).noWait();
		return this.locks.tryAcquire(oneOfThree).map((lease) -> {
			try (lease) {
				this.ledger.book("export " + tenant, lease.fencingToken());
				return true;
			}
		}).orElse(false);
	}

	void addOnce(String article) {
		LeaseReadWriteLock lock = LeaseReadWriteLock.of(this.locks, LockRequest.of("catalog"));
		lock.writeLock().lock();
		try {
			if (!this.articles.contains(article)) {
				this.articles.add(article);
			}
		}
		finally {
			lock.writeLock().unlock();
		}
	}

}

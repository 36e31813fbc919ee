package io.github.lockstarter.sample.app.catalog;

import org.springframework.stereotype.Service;

import io.github.lockstarter.LockMode;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.sample.app.NeedsModes;

/**
 * The catalogs of shops. A reader gets all of a catalog from one edition, because the
 * writer is excluded meanwhile; readers do not block each other.
 */
@Service
@NeedsModes
public class CatalogService {

	private final CatalogParts parts;

	CatalogService(CatalogParts parts) {
		this.parts = parts;
	}

	/**
	 * Reads a catalog, concurrently with all other readers on any server.
	 * @param shop the shop
	 * @return the catalog
	 */
	@DistributedLocked(name = "catalog", key = "#shop", mode = LockMode.READ, waitTime = "10s")
	public Catalog read(String shop) {
		return new Catalog(this.parts.readNames(shop), this.parts.readPrices(shop));
	}

	/**
	 * Publishes a new edition exclusively: it waits until the current readers have
	 * finished, and later readers wait behind it. The same name as above makes it the
	 * same lock.
	 * @param shop the shop
	 * @param edition the number of the edition
	 */
	@DistributedLocked(name = "catalog", key = "#shop", waitTime = "10s")
	public void publish(String shop, int edition) {
		this.parts.writeNames(shop, edition);
		this.parts.writePrices(shop, edition);
	}

	/**
	 * A catalog.
	 *
	 * @param names the edition of its names
	 * @param prices the edition of its prices
	 */
	public record Catalog(int names, int prices) {

	}

}

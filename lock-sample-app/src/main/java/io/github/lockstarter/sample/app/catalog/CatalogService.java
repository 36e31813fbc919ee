package io.github.lockstarter.sample.app.catalog;

import org.springframework.stereotype.Service;

import io.github.lockstarter.LockMode;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.sample.app.NeedsModes;

/**
 * The catalogs of shops. Whoever reads one gets all of it from one edition, because
 * nobody writes meanwhile; readers do not keep each other waiting.
 */
@Service
@NeedsModes
public class CatalogService {

	private final CatalogParts parts;

	CatalogService(CatalogParts parts) {
		this.parts = parts;
	}

	/**
	 * Reads a catalog, beside all others that read it, on any server.
	 * @param shop whose catalog
	 * @return the catalog
	 */
	@DistributedLocked(name = "catalog", key = "#shop", mode = LockMode.READ, waitTime = "10s")
	public Catalog read(String shop) {
		return new Catalog(this.parts.readNames(shop), this.parts.readPrices(shop));
	}

	/**
	 * Publishes a new edition, alone: it waits until those who read have left, and who
	 * comes after it to read waits behind it. The same name as above makes it the same
	 * lock.
	 * @param shop whose catalog
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
	 * @param names the edition that its names are of
	 * @param prices the edition that its prices are of
	 */
	public record Catalog(int names, int prices) {

	}

}

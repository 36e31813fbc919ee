package io.github.lockstarter.sample.app.catalog;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import io.github.lockstarter.sample.app.NeedsModes;

@RestController
@NeedsModes
class CatalogController {

	private final CatalogService catalogs;

	CatalogController(CatalogService catalogs) {
		this.catalogs = catalogs;
	}

	@GetMapping("/catalogs/{shop}")
	CatalogService.Catalog read(@PathVariable String shop) {
		return this.catalogs.read(shop);
	}

	@PutMapping("/catalogs/{shop}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void publish(@PathVariable String shop, @RequestParam int edition) {
		this.catalogs.publish(shop, edition);
	}

}

package io.github.lockstarter.sample.app.export;

import java.util.Map;

import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

import io.github.lockstarter.sample.app.NeedsModes;

@RestController
@NeedsModes
class ExportController {

	private final ExportService exports;

	ExportController(ExportService exports) {
		this.exports = exports;
	}

	@PostMapping("/exports/{tenant}")
	Map<String, Object> export(@PathVariable String tenant) {
		return Map.of("tenant", tenant, "file", this.exports.export(tenant));
	}

}

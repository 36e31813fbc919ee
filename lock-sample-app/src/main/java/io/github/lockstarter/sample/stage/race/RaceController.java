package io.github.lockstarter.sample.stage.race;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/**
 * Starts a race and answers when it is over.
 */
@RestController
class RaceController {

	private final Race race;

	RaceController(Race race) {
		this.race = race;
	}

	@PostMapping("/races")
	Race.Outcome run(@Valid @RequestBody RaceRequest request) {
		return this.race.run(request.userName().strip(), request.requests(), request.locked());
	}

	/**
	 * What to send.
	 *
	 * @param userName who is to be registered
	 * @param requests how many times at once
	 * @param locked whether with the lock
	 */
	record RaceRequest(@NotBlank @Size(max = 100) String userName, @Min(1) @Max(50) int requests, boolean locked) {

	}

}

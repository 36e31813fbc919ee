package io.github.lockstarter.sample.app.registration;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * A request for a registration. Space around the name is dropped here, before the name
 * becomes the key of a lock: one name is one lock.
 *
 * @param userName the name
 */
public record RegistrationRequest(@NotBlank @Size(max = 100) String userName) {

	public RegistrationRequest(@Nullable String userName) {
		this.userName = (userName != null) ? userName.strip() : "";
	}

}

package io.github.lockstarter.sample.app.registration;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * A request for a registration. Spaces around the name are removed before it becomes the
 * key of a lock.
 *
 * @param userName the name
 */
public record RegistrationRequest(@NotBlank @Size(max = 100) String userName) {

	public RegistrationRequest(@Nullable String userName) {
		this.userName = (userName != null) ? userName.strip() : "";
	}

}

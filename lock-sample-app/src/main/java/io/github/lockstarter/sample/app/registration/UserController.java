package io.github.lockstarter.sample.app.registration;

import java.util.List;

import jakarta.validation.Valid;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Registers users, and shows them with their points.
 */
@RestController
class UserController {

	private final RegistrationService registration;

	private final UserStore users;

	private final PointsClient points;

	UserController(RegistrationService registration, UserStore users, PointsClient points) {
		this.registration = registration;
		this.users = users;
		this.points = points;
	}

	@PostMapping("/users")
	@ResponseStatus(HttpStatus.CREATED)
	User register(@Valid @RequestBody RegistrationRequest request) {
		return this.registration.register(request.userName());
	}

	@GetMapping("/users")
	List<UserName> all() {
		return this.users.findNames().stream().map(this::one).toList();
	}

	@GetMapping("/users/{userName}")
	UserName one(@PathVariable String userName) {
		return new UserName(userName, this.users.findAllByName(userName), this.points.balanceOf(userName));
	}

	// As a parameter: a slash in a name is no part of the path
	@GetMapping(path = "/users", params = "userName")
	UserName oneByParameter(@RequestParam String userName) {
		return one(userName);
	}

	@DeleteMapping(path = "/users", params = "userName")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void delete(@RequestParam String userName) {
		this.users.delete(userName);
		this.points.delete(userName);
	}

	/**
	 * A name with all that is stored under it: one user and 100 points, unless something
	 * went wrong.
	 *
	 * @param userName the name
	 * @param users the users of that name
	 * @param points the points booked for that name
	 */
	record UserName(String userName, List<User> users, long points) {

	}

}

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

	// as a parameter, because the name may contain a slash
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

	// Everything that is stored under a name: one user with 100 points, unless something
	// went wrong.
	record UserName(String userName, List<User> users, long points) {

	}

}

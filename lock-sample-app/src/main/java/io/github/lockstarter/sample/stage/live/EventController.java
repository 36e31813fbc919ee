package io.github.lockstarter.sample.stage.live;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * The stream of events for a page.
 */
@RestController
class EventController {

	private final EventHub hub;

	EventController(EventHub hub) {
		this.hub = hub;
	}

	@GetMapping(path = "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
	SseEmitter events() {
		return this.hub.open();
	}

}

package io.github.lockstarter.sample.stage.page;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

import jakarta.annotation.PreDestroy;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Sends events to all open pages, as server-sent events. A single thread sends them in
 * order; callers never wait for a page.
 */
@RestController
public class EventHub {

	private final List<SseEmitter> pages = new CopyOnWriteArrayList<>();

	private final ExecutorService sender = Executors.newSingleThreadExecutor((task) -> {
		Thread thread = new Thread(task, "page-events");
		thread.setDaemon(true);
		return thread;
	});

	public void send(String name, Object data) {
		if (this.pages.isEmpty()) {
			return;
		}
		try {
			this.sender.execute(() -> this.pages.forEach((page) -> send(page, name, data)));
		}
		catch (RejectedExecutionException ex) {
			// this server is stopping
		}
	}

	public boolean hasPages() {
		return !this.pages.isEmpty();
	}

	// Opens the event stream of a page.
	@GetMapping(path = "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
	SseEmitter open() {
		SseEmitter page = new SseEmitter(0L);
		page.onCompletion(() -> this.pages.remove(page));
		page.onError((ex) -> this.pages.remove(page));
		this.pages.add(page);
		return page;
	}

	// before the web server stops, which would wait for open pages
	@EventListener(ContextClosedEvent.class)
	void closePages() {
		this.pages.forEach(SseEmitter::complete);
		this.pages.clear();
	}

	@PreDestroy
	void stop() {
		this.sender.shutdownNow();
	}

	private void send(SseEmitter page, String name, Object data) {
		try {
			page.send(SseEmitter.event().name(name).data(data, MediaType.APPLICATION_JSON));
		}
		catch (IOException | IllegalStateException ex) {
			this.pages.remove(page);
		}
	}

}

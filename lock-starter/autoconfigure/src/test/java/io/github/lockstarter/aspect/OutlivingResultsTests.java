package io.github.lockstarter.aspect;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import kotlin.coroutines.Continuation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link OutlivingResults}.
 */
class OutlivingResultsTests {

	static Stream<Method> outliving() {
		return Stream.of(Outliving.class.getDeclaredMethods());
	}

	@ParameterizedTest
	@MethodSource
	void outliving(Method method) {
		assertThat(OutlivingResults.in(method, Outliving.class)).isNotNull();
	}

	static Stream<Method> done() {
		return Stream.of(Done.class.getDeclaredMethods());
	}

	@ParameterizedTest
	@MethodSource
	void done(Method method) {
		assertThat(OutlivingResults.in(method, Done.class)).isNull();
	}

	@ParameterizedTest
	@MethodSource("generic")
	void typeVariableIsResolvedByTheClassOfTheBean(Class<?> type, String outliving) {
		Method run = ReflectionUtils.findMethod(type, "run");
		assertThat(OutlivingResults.in(run, type)).isEqualTo(outliving);
	}

	static Stream<Arguments> generic() {
		return Stream.of(Arguments.of(Later.class, "java.util.concurrent.Future"), Arguments.of(Now.class, null));
	}

	abstract static class Generic<T> {

		abstract T run();

	}

	abstract static class Later extends Generic<CompletableFuture<String>> {

	}

	abstract static class Now extends Generic<List<Later>> {

	}

	interface Outliving {

		Future<String> future();

		CompletionStage<String> stage();

		CompletableFuture<?> completableFuture();

		Callable<String> callable();

		Stream<String> stream();

		IntStream intStream();

		Flow.Publisher<String> publisher();

		Flow.Processor<String, String> processor();

		org.reactivestreams.Publisher<String> reactive();

		reactor.core.publisher.Mono<String> mono();

		Optional<CompletableFuture<String>> optional();

		Map<String, List<? extends Stream<?>>> nested();

		DeferredResult<String> deferred();

		WebAsyncTask<String> webTask();

		ResponseBodyEmitter emitter();

		SseEmitter events();

		StreamingResponseBody streaming();

		Object suspend(String id, Continuation<String> continuation);

	}

	interface Done {

		void nothing();

		int number();

		String text();

		Object anything();

		List<Map<String, ? super Comparable<?>>> nested();

		<T extends Comparable<T>> T recursive();

		<E extends Enum<E>> List<E> recursiveList();

		Class<?> type();

	}

}

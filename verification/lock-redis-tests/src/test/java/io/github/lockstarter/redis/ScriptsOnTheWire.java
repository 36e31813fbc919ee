package io.github.lockstarter.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import io.lettuce.core.resource.NettyCustomizer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;

/**
 * Changes commands on their way to the server, as a proxy between the two does: what the
 * client is answered is what the server says to the changed command.
 */
final class ScriptsOnTheWire implements NettyCustomizer {

	private static final int KEY_COUNT = 2;

	private static final int FIRST_KEY = 3;

	private final UnaryOperator<List<String>> change;

	/**
	 * Creates the proxy.
	 * @param change what becomes of a command, the word of the command first
	 */
	ScriptsOnTheWire(UnaryOperator<List<String>> change) {
		this.change = change;
	}

	/**
	 * How many keys a script has; none for any other command.
	 */
	static int keys(List<String> command) {
		return command.get(0).startsWith("EVAL") ? Integer.parseInt(command.get(KEY_COUNT)) : 0;
	}

	/**
	 * The keys of a script.
	 */
	static List<String> keysOf(List<String> command) {
		return (keys(command) > 0) ? command.subList(FIRST_KEY, FIRST_KEY + keys(command)) : List.of();
	}

	/**
	 * A command that is answered with an error.
	 */
	static List<String> refusal(String error) {
		return List.of("EVAL", "return redis.error_reply('" + error + "')", "0");
	}

	@Override
	public void afterChannelInitialized(Channel channel) {
		channel.pipeline().addFirst(new ChannelOutboundHandlerAdapter() {

			@Override
			public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) throws Exception {
				super.write(context, (message instanceof ByteBuf bytes) ? changed(bytes) : message, promise);
			}

		});
	}

	private ByteBuf changed(ByteBuf bytes) {
		String text = bytes.toString(StandardCharsets.ISO_8859_1);
		ReferenceCountUtil.release(bytes);
		StringBuilder changed = new StringBuilder();
		int[] at = { 0 };
		while (at[0] < text.length()) {
			List<String> command = new ArrayList<>();
			for (int words = number(text, at); words > 0; words--) {
				int length = number(text, at);
				command.add(text.substring(at[0], at[0] + length));
				at[0] += length + 2;
			}
			List<String> sent = this.change.apply(command);
			changed.append('*').append(sent.size()).append("\r\n");
			sent.forEach(
					(word) -> changed.append('$').append(word.length()).append("\r\n").append(word).append("\r\n"));
		}
		return Unpooled.wrappedBuffer(changed.toString().getBytes(StandardCharsets.ISO_8859_1));
	}

	private static int number(String text, int[] at) {
		int end = text.indexOf('\r', at[0]);
		int number = Integer.parseInt(text.substring(at[0] + 1, end));
		at[0] = end + 2;
		return number;
	}

}

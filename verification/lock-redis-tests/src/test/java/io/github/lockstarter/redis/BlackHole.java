package io.github.lockstarter.redis;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.lettuce.core.resource.NettyCustomizer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;

/**
 * Swallows, while it is on, each connection of a client on which replicas are waited for,
 * in both directions. The others go on.
 */
final class BlackHole implements NettyCustomizer {

	private final Set<Channel> swallowed = ConcurrentHashMap.newKeySet();

	private volatile boolean on;

	void swallow(boolean swallow) {
		this.on = swallow;
	}

	/**
	 * How many connections the client has given up.
	 */
	long closed() {
		return this.swallowed.stream().filter((channel) -> !channel.isOpen()).count();
	}

	@Override
	public void afterChannelInitialized(Channel channel) {
		channel.pipeline().addFirst(new ChannelDuplexHandler() {

			@Override
			public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) throws Exception {
				if (BlackHole.this.on && message instanceof ByteBuf bytes
						&& bytes.toString(StandardCharsets.US_ASCII).contains("\nWAIT\r")) {
					BlackHole.this.swallowed.add(context.channel());
				}
				if (isSwallowed(context)) {
					ReferenceCountUtil.release(message);
					return;
				}
				super.write(context, message, promise);
			}

			@Override
			public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
				if (isSwallowed(context)) {
					ReferenceCountUtil.release(message);
					return;
				}
				super.channelRead(context, message);
			}

		});
	}

	private boolean isSwallowed(ChannelHandlerContext context) {
		return this.swallowed.contains(context.channel());
	}

}

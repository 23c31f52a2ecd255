/**
 * Milliseconds that an idle connection stays open. This is longer than the 60 s of common proxies, which would
 * otherwise send a request over a connection that is closing, and longer than users think between two messages.
 */
export const keepAlive = 75_000;

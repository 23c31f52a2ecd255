/** Names and addresses that only lead to the machine itself (RFC 6761), in the form of a URL's `hostname`. */
const loopback = /^(localhost|[\w.-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** Nobody can own a name in `.test` (RFC 6761). It leads wherever the machine's own configuration says. */
const reserved = /^[\w.-]+\.test$/;

/** Whether `hostname`, in the form of a URL, leads to the machine itself. */
export const isLoopback = (hostname: string): boolean => loopback.test(hostname);

/** Whether every origin belongs to this machine. */
export const isOwnMachine = (origins: readonly string[]): boolean =>
  origins.every((origin) => {
    const { hostname } = new URL(origin);
    return isLoopback(hostname) || reserved.test(hostname);
  });

/** Whether a server that listens on `address` is reached from this machine only. */
export const listensToItself = (address: string): boolean => isLoopback(address === '::1' ? '[::1]' : address);

import { BlockList, isIP, isIPv6 } from 'node:net';

/** The proxies that are trusted by default: those on this machine. */
export const localNetworks = '127.0.0.0/8,::1/128';

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Parses `10.244.0.0/16, ::1`, the form of ATRIUM_TRUSTED_PROXIES. */
export const networksIn = (text: string): readonly string[] => listed(text);

/** Gives whether an address belongs to one of the networks. Text that is no address does not. Throws for an invalid network. */
export const inNetworks = (networks: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return (address) => {
    const family = isIP(address);
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
};

/**
 * The address of whoever made a request that came from `from` with this `X-Forwarded-For`. Each proxy appends the
 * address that it was called from, so only what trusted proxies appended counts: anyone can send the rest.
 */
export const callerAddress = (from: string, forwardedFor: string, isProxy: (address: string) => boolean): string => {
  let caller = from;
  for (const address of listed(forwardedFor).toReversed()) {
    if (!isProxy(caller) || isIP(address) === 0) break;
    caller = address;
  }
  return caller;
};

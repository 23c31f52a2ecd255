import { isIPv6 } from 'node:net';

const groupsIn = (part: string): string[] => (part === '' ? [] : part.split(':'));

/** The eight groups of an IPv6 address, without leading zeros. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::');
  const [front, back] = [groupsIn(head), groupsIn(tail ?? '')];
  const missing = Math.max(0, 8 - front.length - back.length);
  const groups = tail === undefined ? front : [...front, ...Array.from({ length: missing }, () => '0'), ...back];
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
};

/** An address in the form in which it is counted. An IPv4 address that IPv6 wraps is itself. */
const plainAddress = (ip: string): string => {
  const [address = ''] = ip.toLowerCase().split('%');
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address;
};

/**
 * The key that limits use for an address: an IPv4 address itself, also when IPv6 wraps it, or the first 64 bits of an
 * IPv6 address, because a network usually gets all of those addresses.
 */
export const networkOf = (ip: string): string => {
  const address = plainAddress(ip);
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;
};

/**
 * The keys of the networks around an IPv6 address: a line at home often has the first 56 bits, and a company 48, which
 * are 256 and 65,536 networks of 64 bits. None for IPv4, where every address costs.
 */
export const widerNetworksOf = (ip: string): { readonly 56?: string; readonly 48?: string } => {
  const address = plainAddress(ip);
  if (!isIPv6(address)) return {};
  const [first = '0', second = '0', third = '0', fourth = '0'] = groupsOf(address);
  const site = `${first}:${second}:${third}`;
  const line = (Number.parseInt(fourth, 16) & 0xff_00).toString(16);
  return { 56: `${site}:${line}::/56`, 48: `${site}::/48` };
};

import { isIPv6 } from 'node:net';

const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'));

/**
 * The key that limits use for an address: an IPv4 address itself, also when IPv6 wraps it, or the first 64 bits of an
 * IPv6 address, because a network usually gets all of those addresses.
 */
export const networkOf = (ip: string): string => {
  const [address = ''] = ip.toLowerCase().split('%');
  const wrapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (wrapped !== undefined) return wrapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const [front, back] = [groupsOf(head), groupsOf(tail ?? '')];
  const missing = Math.max(0, 8 - front.length - back.length);
  const groups = tail === undefined ? front : [...front, ...Array.from({ length: missing }, () => '0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
};

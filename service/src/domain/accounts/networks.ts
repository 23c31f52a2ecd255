import { isIPv6 } from 'node:net';

const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'));

/**
 * What limits count an address by: an IPv4 address by itself, also where IPv6 wraps it; an IPv6 address by its first 64
 * bits, for whoever has one of them has them all.
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

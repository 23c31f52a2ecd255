import { createHash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';

/** The first `count` groups of an IPv6 address. */
const groupsOf = (address: string, count: number): string[] => {
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16));
};

/** The network of an address: the /24 of IPv4, the /48 of IPv6. */
export const networkOf = (ip: string): string => {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  if (isIPv6(address)) return `${groupsOf(address, 3).join(':')}::/48`;
  return 'none';
};

const groups = 8;

/** The group of a network. A network is always in the same group. */
export const networkGroup = (network: string): number =>
  (createHash('sha256').update(network).digest()[0] ?? 0) % groups;

import { BlockList, isIP } from 'node:net';

/** Special addresses in IANA's registries, which no public server has. */
const special = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // The metadata services of cloud providers.
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const;
/** All public IPv6 addresses are in 2000::/3. These parts of it lead elsewhere, some of them to an IPv4 address. */
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const;

const listOf = (networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};
const specialAddresses = listOf(special, 'ipv4');
const specialAddresses6 = listOf(special6, 'ipv6');
const global6 = listOf(['2000::/3'], 'ipv6');

const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

/** Converts an IPv4 address in any IPv6 notation to its IPv4 notation. Returns all other addresses unchanged. */
export const unmapped = (ip: string): string => {
  if (isIP(ip) !== 6) return ip;
  const [, high, low] = mapped.exec(new URL(`http://[${ip.split('%')[0]}]`).hostname.slice(1, -1)) ?? [];
  if (high === undefined || low === undefined) return ip;
  const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [upper >> 8, upper & 255, lower >> 8, lower & 255].join('.');
};

/** Whether an address belongs to the public internet. Text that is no address does not. */
export const isPublicAddress = (ip: string): boolean => {
  const address = unmapped(ip);
  const family = isIP(address);
  if (family === 4) return !specialAddresses.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !specialAddresses6.check(address, 'ipv6');
};

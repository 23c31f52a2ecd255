import { describe, expect, it } from 'vitest';
import { isPublicAddress, unmapped } from './addresses.ts';

describe('an address of the public internet', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8'])(
    'is %s',
    (ip) => expect(isPublicAddress(ip)).toBe(true),
  );

  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.1.2'],
    ['loopback', '::1'],
    ['private', '10.1.2.3'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['private', 'fd00::1'],
    ['shared by a carrier', '100.64.0.1'],
    ['link-local, where metadata lives', '169.254.169.254'],
    ['link-local', 'fe80::1'],
    ['link-local', 'fe80::1%eth0'],
    ['metadata by IPv6', 'fd00:ec2::254'],
    ['no address in particular', '0.0.0.0'],
    ['no address in particular', '::'],
    ['to many', '224.0.0.1'],
    ['to all', '255.255.255.255'],
    ['to many', 'ff02::1'],
    ['of documents', '203.0.113.7'],
    ['of documents', '2001:db8::1'],
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped', '::ffff:a9fe:a9fe'],
    ['mapped', '0:0:0:0:0:FFFF:7F00:1'],
    ['embedded', '64:ff9b::7f00:1'],
    ['embedded', '2002:7f00:1::'],
    ['embedded', '::127.0.0.1'],
    ['a tunnel', '2001:0:1::1'],
    ['a name', 'localhost'],
    ['nothing', ''],
  ])('is invalid if it is %s: %s', (_why, ip) => expect(isPublicAddress(ip)).toBe(false));

  it('is extracted from an IPv6 address that only wraps an IPv4 one', () => {
    expect(unmapped('::ffff:8.8.4.4')).toBe('8.8.4.4');
    expect(unmapped('::FFFF:0808:0404')).toBe('8.8.4.4');
    expect(unmapped('2606:4700::1111')).toBe('2606:4700::1111');
  });
});

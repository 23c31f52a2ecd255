import { describe, expect, it } from 'vitest';
import { callerAddress, inNetworks, localNetworks, networksIn } from './proxies.ts';

describe('networks', () => {
  const isIn = inNetworks(networksIn('10.244.0.0/16, 192.0.2.1,2001:db8::/32'));

  it.each(['10.244.3.4', '192.0.2.1', '2001:db8::1', '::ffff:10.244.3.4'])('contain %s', (address) =>
    expect(isIn(address)).toBe(true),
  );

  it.each(['10.245.0.1', '192.0.2.2', '2001:db9::1', '::ffff:10.245.0.1', '127.0.0.1', 'unknown', ''])(
    'do not contain “%s”',
    (address) => expect(isIn(address)).toBe(false),
  );

  it('that are invalid are refused', () => {
    expect(() => inNetworks(['nowhere'])).toThrow('Invalid');
    for (const network of ['10.0.0.0/40', '10.0.0.0/x']) expect(() => inNetworks([network])).toThrow('out of range');
  });
});

describe('the address of a caller', () => {
  const isProxy = inNetworks([...networksIn(localNetworks), '10.244.0.0/16']);
  const of = (from: string, forwardedFor: string) => callerAddress(from, forwardedFor, isProxy);

  it('is where the connection came from, whatever a stranger claims', () => {
    expect(of('203.0.113.9', '')).toBe('203.0.113.9');
    expect(of('203.0.113.9', '198.51.100.7')).toBe('203.0.113.9');
  });

  it('is what the outermost trusted proxy was called from, and not what was sent to that proxy', () => {
    expect(of('127.0.0.1', '203.0.113.9')).toBe('203.0.113.9');
    expect(of('::1', '198.51.100.7, 203.0.113.9')).toBe('203.0.113.9');
    expect(of('::ffff:10.244.1.2', '198.51.100.7,203.0.113.9, 10.244.8.9')).toBe('203.0.113.9');
  });

  it('is that of the proxy if the proxy forwards none', () => {
    expect(of('127.0.0.1', '')).toBe('127.0.0.1');
    expect(of('127.0.0.1', '203.0.113.9, unknown')).toBe('127.0.0.1');
  });
});

import { expect, test } from 'vitest';
import { upstreamIn } from './upstream.ts';

test('the service is at its socket, otherwise at its URL, otherwise at its port on this machine', () => {
  const url = { SERVICE_URL: 'http://service' };
  expect(upstreamIn({ ...url, SERVICE_SOCKET: '/run/service.sock' })).toEqual({ socketPath: '/run/service.sock' });
  expect(upstreamIn(url)).toEqual({ host: 'service', port: 80 });
  expect(upstreamIn({ SERVICE_URL: 'http://[::1]:8081' })).toEqual({ host: '::1', port: 8081 });
  for (const env of [{}, { SERVICE_URL: '' }]) expect(upstreamIn(env)).toEqual({ host: '127.0.0.1', port: 8081 });
});

test.each(['https://service:8081', 'service:8081', 'service'])('the URL %s is refused in a sentence', (SERVICE_URL) => {
  expect(() => upstreamIn({ SERVICE_URL })).toThrow(
    `SERVICE_URL is ${SERVICE_URL}, which is not an address of the form http://service:8081.`,
  );
});

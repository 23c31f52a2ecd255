import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const keys = { id: 'S3RVER', secret: 'S3RVER', session: 'of the role', until: '2099-01-01T00:00:00Z' };
const assumed = `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>${keys.id}</AccessKeyId>
  <SecretAccessKey>${keys.secret}</SecretAccessKey><SessionToken>${keys.session}</SessionToken>
  <Expiration>${keys.until}</Expiration></Credentials></AssumeRoleWithWebIdentityResult>
</AssumeRoleWithWebIdentityResponse>`;
const given = JSON.stringify({
  AccessKeyId: keys.id,
  SecretAccessKey: keys.secret,
  Token: keys.session,
  Expiration: keys.until,
});

/**
 * Starts a server that issues the keys of a role like Amazon's STS: by GET for a container, by POST for a web identity.
 */
export const startRoles = async () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const answer = async () => {
      requests.push(`${request.method} ${request.url} ${await text(request)}`);
      if (request.method === 'GET') response.setHeader('content-type', 'application/json').end(given);
      else response.setHeader('content-type', 'text/xml').end(assumed);
    };
    answer().catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async end() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

import { request } from 'node:http';
import * as z from 'zod/mini';
import type { Upstream } from '../edge/proxy.ts';
import type { VersionHealth } from './budget.ts';

const count = () => z.number();
const answer = () =>
  z.object({
    releases: z.array(
      z.object({
        remote: z.string(),
        version: z.string(),
        loaded: count(),
        failed: count(),
        errors: count(),
        reason: z.optional(z.string()),
      }),
    ),
  });

/** Asks the service how versions of remotes fared in the last minutes; rejects where it does not answer. */
export const serviceHealth = (upstream: Upstream, minutes = 30): Promise<readonly VersionHealth[]> =>
  new Promise((resolve, reject) => {
    const asked = request({ ...upstream, path: `/internal/releases?minutes=${minutes}`, timeout: 5000 }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (data: string) => {
        text += data;
      });
      response.on('error', reject);
      response.on('end', () => {
        try {
          if (response.statusCode !== 200) throw new Error(`the service answered ${response.statusCode}`);
          resolve(answer().parse(JSON.parse(text)).releases);
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
    asked.on('timeout', () => asked.destroy(new Error('the service did not answer in time')));
    asked.on('error', reject);
    asked.end();
  });

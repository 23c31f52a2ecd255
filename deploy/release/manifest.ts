import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const files = z.object({ sync: z.array(z.string()) });
const manifest = z.object({
  metaData: z.object({ remoteEntry: z.object({ name: z.string() }) }),
  exposes: z.array(z.object({ path: z.string(), assets: z.object({ js: files, css: files }) })),
});

/** What Module Federation wrote about a build into its folder: the entry, and the files of each exposed module. */
export const readManifest = (built: string): z.infer<typeof manifest> =>
  manifest.parse(JSON.parse(readFileSync(join(built, 'mf-manifest.json'), 'utf8')));

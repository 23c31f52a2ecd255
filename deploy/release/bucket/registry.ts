import { withDefaults, folderDocuments } from '../documents.ts';
import { createRegistry, type Registry } from '../registry.ts';
import type { Bucket } from './bucket.ts';
import { bucketDocuments } from './documents.ts';

/**
 * Pins, their history and withdrawn versions in a bucket. An environment starts with the pins in the folder
 * `environments`. `refresh` is awaited before each change is checked.
 */
export const bucketRegistry = (
  bucket: Bucket,
  environments: string,
  refresh = async () => {},
  by?: string,
): Registry => {
  const pins = withDefaults(folderDocuments(environments), bucketDocuments(bucket, 'environments/'));
  const registry = createRegistry(pins, bucketDocuments(bucket, 'registry/'), undefined, by);
  return {
    ...registry,
    async change(name, how, make, why) {
      const judged: typeof make = async (now) => {
        await refresh();
        return make(now);
      };
      return registry.change(name, how, judged, why);
    },
  };
};

import { cpSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Bucket } from '../release/bucket/bucket.ts';
import { folderFor } from '../release/bucket/context.ts';
import type { S3Server } from './s3.ts';

/** Installs into a bucket, and into `folder` what operators have on their machine, with `data` below it. */
type Install = (bucket: Bucket, folder: string) => Promise<void>;

const originals = new Map<Install, Promise<{ readonly bucket: Bucket; readonly folder: string }>>();

/**
 * Gives a new bucket with what `install` installs, and fills `folder`. It installs once and then copies, as the dozens of
 * requests of an installation take most of the time of a test.
 */
export const copyInstallation = async (s3: S3Server, install: Install, folder: string): Promise<Bucket> => {
  const make = async () => {
    const original = { bucket: s3.open(s3.newAddress()), folder: join(s3.folder, `../original-${originals.size}`) };
    await install(original.bucket, original.folder);
    return original;
  };
  const making = originals.get(install) ?? make();
  originals.set(install, making);
  const original = await making;
  const bucket = s3.open(s3.newAddress());
  s3.copy(original.bucket.name, bucket.name);
  cpSync(original.folder, folder, { recursive: true });
  const [downloaded, own] = [original.bucket, bucket].map((one) => folderFor(one, join(folder, 'data'))) as [
    string,
    string,
  ];
  if (existsSync(downloaded)) renameSync(downloaded, own);
  return bucket;
};

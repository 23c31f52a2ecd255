import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import type { S3Settings } from './bytes.ts';
import { createSignedObjects } from './signed.ts';
import type { SignedObjectStore } from '../../ports/objects.ts';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { folderBytes } from './folder.ts';
import { hasCode } from '../../db/error-code.ts';

/** The signing secret in `folder`, created at the first start. Instances with the same folder share it. */
const secretIn = (folder: string): Buffer => {
  const file = join(folder, '.secret');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(32), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  return readFileSync(file);
};

/** Stores objects as files below `folder`. */
export const createLocalObjects = (folder: string, now: () => number = Date.now): SignedObjectStore =>
  createSignedObjects(folderBytes(folder), [secretIn(folder)], now);

const text = () => z.string().trim().min(1).optional();

export const objectsVariables = {
  /** `s3://bucket/prefix`. If undefined, files are stored in the data folder. */
  ATRIUM_OBJECTS: z
    .string()
    .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]+(?:\/[\w./-]*)?$/, 'is not of the form s3://bucket/prefix')
    .optional(),
  AWS_ENDPOINT_URL: text(),
  AWS_ENDPOINT_URL_S3: text(),
  AWS_REGION: z.string().trim().min(1).default('us-east-1'),
  AWS_ACCESS_KEY_ID: text(),
  AWS_SECRET_ACCESS_KEY: text(),
  AWS_SESSION_TOKEN: text(),
};

type Variables = z.infer<ReturnType<typeof z.object<typeof objectsVariables>>>;

/**
 * The settings of the bucket for users' files; undefined for the data folder. Without access keys a role is used.
 * Throws an error for the operator if only one of the two access keys is set.
 */
export const readObjects = (variables: Variables): S3Settings | undefined => {
  const { ATRIUM_OBJECTS: address, AWS_REGION: region, AWS_SESSION_TOKEN: sessionToken } = variables;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = variables;
  if (address === undefined) return undefined;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new Error(
      'The environment is not usable: ATRIUM_OBJECTS (needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or neither).',
    );
  const [bucket = '', ...path] = address.slice('s3://'.length).split('/').filter(Boolean);
  const endpoint = variables.AWS_ENDPOINT_URL_S3 ?? variables.AWS_ENDPOINT_URL;
  return {
    bucket,
    prefix: path.map((part) => `${part}/`).join(''),
    region,
    ...(endpoint ? { endpoint } : {}),
    ...(accessKeyId && secretAccessKey
      ? { credentials: { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) } }
      : {}),
  };
};

export interface ObjectsOptions {
  readonly dataFolder: string;
  /** If undefined, the data folder is used. */
  readonly s3?: S3Settings | undefined;
  /** The secrets that all instances share, the newest first. The keys for signing links are derived from them. */
  readonly secrets: () => Promise<readonly [string, ...string[]]>;
  readonly now?: (() => number) | undefined;
  /** Milliseconds after which a bucket that sends nothing is given up. */
  readonly silence?: number;
}

const linkSecret = (secret: string): Buffer => createHmac('sha256', secret).update('links to objects').digest();

/** Opens the store for users' files: a bucket if one is configured, else the data folder. */
export const openObjects = async (options: ObjectsOptions): Promise<SignedObjectStore> => {
  const { dataFolder, s3, secrets, now, silence } = options;
  if (!s3) return createLocalObjects(join(dataFolder, 'objects'), now);
  // The SDK is large, so it is only loaded for a bucket.
  const { s3Bytes } = await import('./s3.ts');
  const [first, ...others] = await secrets();
  const linkSecrets: [Buffer, ...Buffer[]] = [linkSecret(first), ...others.map(linkSecret)];
  return createSignedObjects(s3Bytes(s3, join(dataFolder, 'uploads'), silence), linkSecrets, now);
};

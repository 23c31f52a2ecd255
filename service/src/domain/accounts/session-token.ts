import { createHash } from 'node:crypto';

/** The hash under which the session of a token is stored: SHA-256, hex. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

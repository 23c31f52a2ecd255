import { createHash } from 'node:crypto';

const timePart = (time: Date): string => Math.max(0, time.getTime()).toString(16).padStart(12, '0').slice(-12);
const tail = (userId: string, source: string): string =>
  createHash('sha256').update(`${userId}\n${source}`).digest('hex').slice(0, 12);

/** The id that what `source` names has after its import by the user: the same each time it is imported. */
export const importedId = (userId: string, source: string, time: Date): string => timePart(time) + tail(userId, source);

/** The same for what has an id of this product, which tells when it was made. */
export const idOfCopy = (userId: string, id: string): string => id.slice(0, 12) + tail(userId, `atrium:${id}`);

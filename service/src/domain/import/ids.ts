import { createHash } from 'node:crypto';

const timePart = (time: Date): string => Math.max(0, time.getTime()).toString(16).padStart(12, '0').slice(-12);
/** The last 12 characters of an id. The rest is its time, by which entities are ordered. */
export const tail = (userId: string, source: string): string =>
  createHash('sha256').update(`${userId}\n${source}`).digest('hex').slice(0, 12);

/** The id of an imported entity, the same each time that user imports it. */
export const importedId = (userId: string, source: string, time: Date): string => timePart(time) + tail(userId, source);

/** Like `importedId`, for an id of this product, which contains its creation time. */
export const idOfCopy = (userId: string, id: string): string => id.slice(0, 12) + tail(userId, `atrium:${id}`);

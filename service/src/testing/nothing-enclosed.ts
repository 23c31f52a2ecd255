import type { Enclosures } from '../domain/replies/enclosures.ts';

/** For prompts that are words only. */
export const nothingEnclosed: Enclosures = {
  open: async (_userId, { prompt }) => ({ prompt, attachments: [], note: {} }),
  keep: async () => ({ files: [], omissions: [] }),
};

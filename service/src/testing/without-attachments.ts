import type { AttachmentHandler } from '../domain/replies/attachments.ts';

/** A handler for prompts without attachments. */
export const withoutAttachments: AttachmentHandler = {
  open: async (_userId, { prompt }) => ({ prompt, attachments: [], note: {} }),
  store: async (_tx, { prompt }) => ({ files: [], omissions: [], query: { prompt } }),
  read: async () => undefined,
  prepare: async () => undefined,
};

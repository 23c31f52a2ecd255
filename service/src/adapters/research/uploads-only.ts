import type { ResearchPort } from '../../ports/research.ts';

/** No provider: research is done in what the user has uploaded, and says so. */
export const createUploadsOnly = (): ResearchPort => ({
  availability: {
    available: false,
    sentence: 'Web research is not set up on this installation: only your own uploads are searched.',
  },
  search: async () => ({ ok: false, reason: 'off' }),
  read: async () => ({ ok: false, reason: 'off' }),
});

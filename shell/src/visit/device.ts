import type { Device } from '@atrium/shared-kernel/remote';

/** What the browser is, and its sheet to share a link with, where it has one. */
export const createDevice = (browser: Pick<Navigator, 'userAgent'> & Partial<Pick<Navigator, 'share'>>): Device => {
  const { userAgent } = browser;
  if (!browser.share) return { userAgent };
  return {
    userAgent,
    async share(link) {
      try {
        await browser.share?.(link);
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
      }
    },
  };
};

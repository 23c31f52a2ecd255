import '@atrium/shared-kernel/theme/tokens.css';
import '@atrium/shared-kernel/theme/fonts.css';
import '@atrium/shared-kernel/theme/reset.css';
import * as z from 'zod/mini';
import { createFederationLoader } from './remotes/federation-loader.ts';
import { readReleaseSet, withoutRefused } from './remotes/read-release-set.ts';
import { galleryRoute } from './router/gallery-route.tsx';
import { startShell } from './start-shell.tsx';

// oxlint-disable-next-line no-underscore-dangle -- a constant of the build
declare const __ATRIUM_DEVELOPMENT__: boolean;

// The page's policy forbids code made from strings.
z.config({ jitless: true });

// oxlint-disable-next-line no-console -- the one labeled line for each failure of a remote
const log = (line: string) => console.error(`[atrium] ${line}`);

const start = async () => {
  const root = document.querySelector<HTMLElement>('#app');
  if (!root) throw new Error('This page has no root element.');
  const { set, refused } = readReleaseSet(document, log);
  await startShell({
    root,
    set,
    loader: withoutRefused(createFederationLoader(), refused),
    log,
    ...(__ATRIUM_DEVELOPMENT__ ? { gallery: galleryRoute(() => import('@atrium/shared-kernel/ui/gallery')) } : {}),
    // The edge sets this where the environment allows the inspector and the browser has asked for it.
    ...(__ATRIUM_DEVELOPMENT__ || 'inspect' in document.documentElement.dataset
      ? { inspection: await import('./inspector/inspector.tsx').catch(() => undefined) }
      : {}),
  });
};

start().catch((error: unknown) => {
  log(String(error));
  // The page's own script shows that the start failed, as it also does if this script does not load.
  reportError(error);
});

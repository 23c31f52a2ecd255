// Runs before the shell in a page with an override. `deploy/local/override` serves it; no build of the product contains
// it.
import './refresh-hook.ts';
import './page.css';
import { readOverride, showBanner } from './banner.ts';
import { installDevelopmentReact } from './development-react.ts';

// oxlint-disable-next-line no-console -- a developer's own page
installDevelopmentReact(globalThis, (line) => console.warn(`[override] ${line}`));

document.addEventListener('DOMContentLoaded', () => {
  const override = readOverride(document);
  if (!override) return;
  showBanner(document, override, () => {
    const to = window.location.pathname + window.location.search;
    window.location.assign(`/__override/reset?to=${encodeURIComponent(to)}`);
  });
});

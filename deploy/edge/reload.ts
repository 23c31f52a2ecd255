import type { ServerResponse } from 'node:http';

/** Only in development: notifies pages of each new build so that they reload, and shows why a build failed. */
export interface Reloads {
  readonly path: string;
  /** Inserted at the end of a page. */
  readonly script: string;
  connect(response: ServerResponse): void;
  announce(): void;
  /** Reports an error in the sources with its file and line. It stays on all pages until `mend` or the next build. */
  fail(text: string): void;
  mend(): void;
}

const path = '/__reload';

/** Shown above everything else, including dialogs. The page's policy allows styles that are set by a script. */
const script = `(function () {
  var shown;
  var hide = function () {
    var dialog = shown;
    shown = undefined;
    // Closing the dialog restores the focus.
    if (dialog) dialog.close();
    if (dialog) dialog.remove();
  };
  var source = new EventSource('${path}');
  source.addEventListener('built', function () { location.reload(); });
  source.addEventListener('mended', hide);
  source.addEventListener('failed', function (event) {
    hide();
    shown = document.createElement('dialog');
    shown.setAttribute('role', 'alertdialog');
    shown.setAttribute('aria-label', 'The build failed');
    shown.addEventListener('cancel', hide);
    shown.style.cssText =
      'position:fixed;inset:0;width:auto;height:auto;max-width:none;max-height:none;margin:0;padding:24px;overflow:auto;border:0;background:#1c1b1f;color:#f4eff4';
    var heading = document.createElement('h1');
    heading.textContent = 'The build failed';
    heading.style.cssText = 'margin:0 0 12px;font:600 20px system-ui';
    var text = document.createElement('pre');
    text.textContent = JSON.parse(event.data);
    text.style.cssText = 'margin:0 0 16px;font:14px/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere';
    var close = document.createElement('button');
    close.textContent = 'Close';
    close.style.cssText = 'padding:8px 16px;border:1px solid currentColor;border-radius:8px;background:none;color:inherit;font:14px system-ui';
    close.addEventListener('click', hide);
    shown.append(heading, text, close);
    document.documentElement.append(shown);
    shown.showModal();
  });
})();`;

export const createReloads = (): Reloads => {
  const pages = new Set<ServerResponse>();
  let failed: string | undefined;
  const notify = (event: string, data: unknown = 1) => {
    for (const page of pages) page.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  return {
    path,
    script: `<script>${script}</script>`,
    connect(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write('retry: 500\n\n');
      if (failed !== undefined) response.write(`event: failed\ndata: ${JSON.stringify(failed)}\n\n`);
      pages.add(response);
      response.on('close', () => pages.delete(response));
    },
    announce() {
      failed = undefined;
      notify('built');
    },
    fail(text) {
      failed = text;
      notify('failed', text);
    },
    mend() {
      if (failed !== undefined) notify('mended');
      failed = undefined;
    },
  };
};

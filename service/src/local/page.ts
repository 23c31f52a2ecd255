import type { FastifyReply } from 'fastify';
import { scriptPath } from './assets.ts';
import { html, type Html } from './html.ts';

export interface Page {
  readonly title: string;
  readonly content: Html;
  /** Wide for lists. By default the page is narrow, with one card. */
  readonly wide?: boolean;
  /** Further origins that its forms may lead to. */
  readonly formTargets?: readonly string[];
}

const policyWith = (formTargets: readonly string[]) =>
  [
    "default-src 'none'",
    // The script of these pages. It never contains user input.
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "frame-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const mark = html`<svg class="mark" width="28" height="28" viewBox="0 0 32 32" fill="none" aria-hidden="true">
  <path class="ground" d="M4 28V16a12 12 0 0 1 24 0v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2Z" />
  <path class="arch" d="M9.5 30V16.5a6.5 6.5 0 0 1 13 0V30" />
  <path class="door" d="M13.5 30V17a2.5 2.5 0 0 1 5 0v13Z" />
</svg>`;

/** Answers with a page in the product's style. */
export const sendPage = (
  reply: FastifyReply,
  status: number,
  { title, content, wide, formTargets = [] }: Page,
): FastifyReply =>
  reply
    .status(status)
    .headers({ 'content-security-policy': policyWith(formTargets), 'content-type': 'text/html; charset=utf-8' })
    .send(
      html`<!doctype html>
        <html lang="en" data-theme="light">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="robots" content="noindex" />
            <link rel="icon" href="data:," />
            <title>${title} · Atrium</title>
            <script src="${scriptPath}"></script>
            <link rel="stylesheet" href="/local/style.css" />
          </head>
          <body>
            <main class="${wide ? 'wide' : 'narrow'}">
              <p class="brand">${mark}<span>Atrium</span></p>
              ${content}
            </main>
          </body>
        </html>`.text,
    );

/** Answers with a page that shows a message and a link. */
export const sendNotice = (
  reply: FastifyReply,
  status: number,
  notice: { title: string; text: string; link: string; label: string },
): FastifyReply =>
  sendPage(reply, status, {
    title: notice.title,
    content: html`<section class="card">
      <h1>${notice.title}</h1>
      <p class="muted">${notice.text}</p>
      <a class="button primary" href="${notice.link}">${notice.label}</a>
    </section>`,
  });

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { followTheme } from '@atrium/shared-kernel/theme/follow-theme.ts';
import { fixedHeaders } from '../edge/policy.ts';
import { passkeyScript } from './sign-in/passkey-script.ts';
import { operatorStyle } from './style.ts';

/** HTML that is safe to insert into a page. */
export interface Html {
  readonly html: string;
}
type Piece = Html | string | number | undefined | false | readonly Piece[];

const escapeText = (text: string) => text.replaceAll(/[&<>"'`]/g, (character) => `&#${character.codePointAt(0)};`);
const isHtml = (piece: Html | readonly Piece[]): piece is Html => 'html' in piece;
const textOf = (piece: Piece): string => {
  if (piece === undefined || piece === false) return '';
  if (typeof piece === 'string' || typeof piece === 'number') return escapeText(String(piece));
  return isHtml(piece) ? piece.html : piece.map(textOf).join('');
};

/** A template whose values are always escaped, except for the results of other templates. */
export const markup = (parts: TemplateStringsArray, ...values: readonly Piece[]): Html => ({
  html: parts.reduce((so, part, at) => `${so}${textOf(values[at - 1])}${part}`),
});

const require = createRequire(import.meta.url);
const ofTheme = (file: string) => readFileSync(require.resolve(`@atrium/shared-kernel/theme/${file}`), 'utf8');
const style = `${ofTheme('tokens.css')}${ofTheme('reset.css')}${operatorStyle}`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(followTheme)} ${hashOf(passkeyScript)}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** Headers of every response: no page may frame it or keep a reference to its window, and no cache may store it. */
export const pageHeaders: Readonly<Record<string, string>> = {
  ...fixedHeaders,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'content-security-policy': policy,
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
};

interface Frame {
  readonly environment: string;
  readonly title: string;
  /** The signed-in operator, with the token for their forms. */
  readonly person?: { readonly name: string; readonly token: string } | undefined;
  readonly content: Html;
  /** Whether the page asks for a passkey. */
  readonly passkey?: boolean;
  /** Seconds after which the page reloads, because a request is about to be executed. */
  readonly again?: number | undefined;
}

const raw = (text: string): Html => ({ html: text });
const navLink = (href: string, text: string, current: boolean): Html =>
  markup`<a href="${href}"${current && raw(' aria-current="page"')}>${text}</a>`;
export const tokenField = (token: string): Html => markup`<input type="hidden" name="token" value="${token}" />`;

export const pageText = ({ environment, title, person, content, passkey, again }: Frame): string =>
  markup`<!doctype html>
    <html lang="en" data-theme="light">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${again === undefined ? '' : markup`<meta http-equiv="refresh" content="${again}" />`}
        <title>${[...new Set([title, environment])].join(' – ')} – Atrium operators</title>
        ${raw(`<style>${style}</style><script>${followTheme}</script>`)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header>
          <a class="brand" href="/">Atrium <span>operators</span></a
          ><span class="environment">${environment}</span> ${
            person
              ? markup`<nav aria-label="Main">${navLink('/', 'Overview', title === environment)}${navLink('/audit', 'Audit trail', title === 'Audit trail')}</nav>
                  <form class="person" method="post" action="/sign-out">
                    ${tokenField(person.token)}<span>${person.name}</span><button class="quiet">Sign out</button>
                  </form>`
              : ''
          }
        </header>
        <main id="main">
          <h1>${title}</h1>
          ${content}
        </main>
        ${passkey ? raw(`<script>${passkeyScript}</script>`) : ''}
      </body>
    </html> `.html;

const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
export const timeText = (iso: string): Html => markup`<time datetime="${iso}">${when.format(new Date(iso))} UTC</time>`;

export const alertText = (text: string, more?: Html): Html =>
  markup`<div role="alert" class="alert">
    <p>${text}</p>
    ${more}
  </div>`;
export const linesText = (lines: readonly string[]): Html =>
  markup`<ul class="lines">
    ${lines.map((line) => markup`<li>${line}</li>`)}
  </ul>`;

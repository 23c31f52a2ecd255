import { darkStyle, emailDocument, mark, spacer } from './layout.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML content and attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);

interface Link {
  readonly label: string;
  readonly url: string;
}

/** Opens the main screen. */
export const homeLink = (origin: string): Link => ({ label: 'Go to Atrium', url: `${origin}/` });

/** Opens this team, whichever is the reader's active one. */
export const teamLink = (origin: string, teamId: string): Link => ({
  label: 'Open the team',
  url: `${origin}/?team=${teamId}`,
});

export interface Email {
  /** The line that mail programs show next to the subject. */
  readonly preheader: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Names with values, such as `Device` and `Chrome on Windows`. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  readonly action?: Link;
  /** An alternative, below the action. */
  readonly other?: Link;
  /** Small print after the action: how long the link is valid, what to do if it was somebody else. */
  readonly notes?: readonly string[];
  /** Why the reader gets this email: one sentence. */
  readonly reason: string;
}

const paragraph = (text: string): string =>
  `<p class="text" style="margin:0 0 16px;color:#161a19">${escapeHtml(text)}</p>`;
const note = (text: string): string =>
  `<p class="muted" style="margin:16px 0 0;font-size:14px;line-height:22px;color:#535a57">${escapeHtml(text)}</p>`;

const table = (facts: NonNullable<Email['facts']>): string => {
  const rows = facts.map(([name, value], at) => {
    const line = at === 0 ? '' : 'border-top:1px solid #e2e5e3;';
    return `<tr><td class="muted line" style="${line}padding:10px 16px 10px 0;width:88px;vertical-align:top;font-size:14px;color:#535a57">${escapeHtml(name)}</td><td class="text line" style="${line}padding:10px 0;font-size:14px;font-weight:500;color:#161a19">${escapeHtml(value)}</td></tr>`;
  });
  return `<table role="presentation" class="line" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 8px;border-top:1px solid #e2e5e3;border-bottom:1px solid #e2e5e3">${rows.join('')}</table>`;
};

const button = ({ label, url }: Link): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0 0"><tr><td class="button" bgcolor="#0e6a5b" style="border-radius:10px;background:#0e6a5b"><a class="button-text" href="${escapeHtml(url)}" style="display:inline-block;padding:13px 22px;font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;

const link = ({ label, url }: Link): string =>
  `<p style="margin:16px 0 0"><a class="link" href="${escapeHtml(url)}" style="color:#0e6a5b;font-weight:500">${escapeHtml(label)}</a></p>`;

const fallback = ({ url }: Link): string =>
  `<p class="muted line" style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #e2e5e3;font-size:13px;line-height:20px;color:#535a57">If the button doesn’t work, copy this address into your browser:<br><a class="link" href="${escapeHtml(url)}" style="color:#0e6a5b;word-break:break-all">${escapeHtml(url)}</a></p>`;

const plainOf = ({ heading, paragraphs, facts = [], action, other, notes = [], reason }: Email): string =>
  [
    heading,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...[action, other].flatMap((entry) => (entry ? [`${entry.label}:\n${entry.url}`] : [])),
    ...notes,
    `-- \nAtrium\n${reason}`,
  ].join('\n\n');

const htmlOf = ({ preheader, heading, paragraphs, facts, action, other, notes = [], reason }: Email): string => {
  const content = [
    `<h1 class="text" style="margin:0 0 16px;font-size:24px;line-height:30px;font-weight:600;letter-spacing:-0.02em;color:#161a19">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map(paragraph),
    facts ? table(facts) : '',
    action ? button(action) : '',
    other ? link(other) : '',
    ...notes.map(note),
    action ? fallback(action) : '',
  ].join('');
  return emailDocument({
    style: darkStyle,
    title: escapeHtml(heading),
    preheader: escapeHtml(preheader) + spacer,
    mark,
    content,
    reason: escapeHtml(reason),
  });
};

/**
 * Renders an email as HTML, in one column that every mail program can show in light and dark mode, and as plain text.
 */
export const renderEmail = (parts: Email): { plain: string; html: string } => ({
  plain: plainOf(parts),
  html: htmlOf(parts),
});

/**
 * The name to greet a user with. Empty if it looks like a URL or email address, because mail programs would turn it
 * into a link.
 */
export const greetingOf = (firstName: string): string =>
  /\.\p{L}{2,}|:\/\/|@/u.test(firstName) || firstName.length > 50 ? '' : firstName;

/** The team's name for use in a sentence, with the same safeguard. */
export const teamLabel = (name: string): string => (greetingOf(name) ? `the team ${name}` : 'your team');

/** A readable time for emails, in UTC, because the reader's time zone is unknown. */
export const formatTime = (time: Date): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(time)} UTC`;

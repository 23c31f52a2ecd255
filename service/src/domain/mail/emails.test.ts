import { describe, expect, it } from 'vitest';
import type { Mail } from '../../ports/mail.ts';
import { accountDeletedMail } from './account-deleted.ts';
import { addressChangedMail, confirmAddressMail, confirmOwnAddressMail } from './addresses.ts';
import { paymentFailedMail, planEndsMail, receiptMail } from './billing.ts';
import { greetingOf } from './brand.ts';
import { existingAccountMail } from './existing-account.ts';
import { newDeviceMail } from './new-device.ts';
import { newPasskeyMail, passkeyRemovedMail } from './passkeys.ts';
import { passwordChangedMail, resetMail } from './passwords.ts';
import type { PlanReader } from './plan-reader.ts';
import { reminderMail } from './reminder.ts';
import { secondPaymentMail } from './second-payment.ts';
import { newAdminMail, payerLeftMail, removedFromTeamMail, teamClosedMail } from './teams.ts';
import { welcomeMail } from './welcome.ts';

const origin = 'https://atrium.example';
const url = `${origin}/auth/change?changeHash=abc-_1&newEmail=ada%2B1%40example.test`;
const time = new Date('2026-11-21T12:34:56Z');
const paid = { amount: 172_800, currency: 'zar', number: 'ATR-00007', date: time, url: `${origin}/local/invoice/7` };
const person = { to: 'ada@example.test', firstName: 'Ada' };
const teamId = 'b'.repeat(24);
const of = (name: string, admin = true) => ({ id: teamId, name, admin });

const sent: Readonly<Record<string, (firstName: string) => Mail>> = {
  'the welcome': (firstName) => welcomeMail({ ...person, firstName, url }),
  'the password’s reset': (firstName) => resetMail({ ...person, firstName, url }),
  'a changed password': (firstName) => passwordChangedMail({ ...person, firstName, time, origin }),
  'a changed password that removed other ways in': (firstName) =>
    passwordChangedMail({ ...person, firstName, time, origin, removed: true }),
  'a new address': (firstName) => confirmAddressMail({ ...person, firstName, url }),
  'an address once more': (firstName) => confirmOwnAddressMail({ ...person, firstName, url }),
  'a changed address': (firstName) => addressChangedMail({ ...person, firstName, newEmail: 'b@example.test', time }),
  'a sign-up again': (firstName) => existingAccountMail({ ...person, firstName, origin, attempt: 'sign-up' }),
  'a change to a taken address': (firstName) =>
    existingAccountMail({ ...person, firstName, origin, attempt: 'change' }),
  'a new device': (firstName) =>
    newDeviceMail({
      ...person,
      firstName,
      time,
      origin,
      device: 'Chrome on Windows',
      place: 'Cape Town, South Africa',
    }),
  'the daily reminder': (firstName) => reminderMail({ ...person, firstName, origin }),
  'a second payment': (firstName) =>
    secondPaymentMail({ ...person, firstName, refunded: 1000, credited: 0, currency: 'usd', origin }),
  'a second payment for a team': (firstName) =>
    secondPaymentMail({
      ...person,
      firstName,
      team: of(firstName),
      refunded: 600,
      credited: 400,
      currency: 'zar',
      origin,
    }),
  'a receipt': (firstName) => receiptMail({ ...person, firstName, origin, ...paid }),
  'a receipt for a team': (firstName) => receiptMail({ ...person, firstName, team: of(firstName), origin, ...paid }),
  'a failed payment': (firstName) =>
    paymentFailedMail({ ...person, firstName, origin, amount: 1000, currency: 'usd', stops: time }),
  'a failed payment for a team': (firstName) =>
    paymentFailedMail({ ...person, firstName, team: of(firstName), origin, currency: 'usd', stops: time }),
  'a plan that ends': (firstName) => planEndsMail({ ...person, firstName, origin, end: time }),
  'a team’s plan that ends': (firstName) =>
    planEndsMail({ ...person, firstName, team: of(firstName), origin, end: time }),
  'a new admin': (firstName) => newAdminMail({ ...person, firstName, team: firstName, teamId, origin }),
  'a removal': (firstName) => removedFromTeamMail({ ...person, firstName, team: firstName, origin }),
  'a closed team': (firstName) => teamClosedMail({ ...person, firstName, team: firstName, origin }),
  'a payer who left': (firstName) =>
    payerLeftMail({ ...person, firstName, team: firstName, teamId, origin, end: time }),
  'a deleted account': (firstName) => accountDeletedMail({ ...person, firstName, time }),
  'a new passkey': (firstName) => newPasskeyMail({ ...person, firstName, time, origin, device: 'Chrome on Windows' }),
  'a removed passkey': (firstName) => passkeyRemovedMail({ ...person, firstName, time, origin }),
};

describe.each(Object.entries(sent))('the email about %s', (_what, make) => {
  it('is sent to the reader with a subject of one line, and contains its whole text in both forms', () => {
    const { to, subject, plain, html } = make('Ada');
    expect(to).toBe('ada@example.test');
    expect(subject).toMatch(/^[A-Z][^\n]{10,70}$/);
    const heading = /<h1[^>]*>([^<]+)</.exec(html)?.[1];
    expect(plain.startsWith(`${heading}\n`)).toBe(true);
    const texts = [...html.matchAll(/<(?:p|td) class="(?:text|muted)[^>]*>([^<]+)</g)].map(([, text]) => text);
    for (const text of texts.filter((one) => !/^(Atrium|If the button)/.test(one ?? '')))
      expect(plain).toContain(text?.replaceAll('&#39;', "'"));
    expect(html.match(/Ada\b/)).not.toBeNull();
  });

  it('loads nothing from the network, and contains its own colors for dark screens', () => {
    const { html } = make('Ada');
    expect(html).not.toMatch(/src=|url\(|<script|<link/);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('prefers-color-scheme: dark');
  });

  it('shows markup in a name as text', () => {
    const { html, subject } = make('<img onerror=x>');
    expect(html).not.toContain('<img');
    expect(subject).not.toContain('<');
  });

  it('contains no addresses as names, which mail programs would turn into links', () => {
    const { html, plain } = make('Win at evil.test now');
    expect(html + plain).not.toContain('evil.test');
  });
});

it.each(['the welcome', 'the password’s reset', 'a new address', 'an address once more'])(
  '%s contains its link three times',
  (what) => {
    const { html, plain } = sent[what]!('Ada');
    const escaped = url.replaceAll('&', '&amp;');
    expect(html.split(`href="${escaped}"`)).toHaveLength(3);
    expect(html).toContain(`>${escaped}</a>`);
    expect(plain).toContain(`\n${url}\n`);
  },
);

it('shows device, location and time of a sign-in, and works without a location', () => {
  const make = sent['a new device']!;
  expect(make('Ada').plain).toContain(
    'Device: Chrome on Windows\nLocation: Cape Town, South Africa\nWhen: 21 November 2026 at 12:34 UTC',
  );
  const { plain, html } = newDeviceMail({ ...person, time, origin, device: 'Firefox on Linux' });
  expect(plain).not.toContain('Place');
  expect(html).not.toContain('undefined');
});

it('shows what a second payment refunded, and how', () => {
  const payment = { ...person, currency: 'usd', origin };
  const { plain } = secondPaymentMail({ ...payment, refunded: 1000, credited: 0 });
  expect(plain).toContain('two payments for your plan');
  expect(plain).toContain('Refunded: $10.00');
  expect(plain).not.toContain('Credited');
  const team = secondPaymentMail({ ...payment, team: of('Atlas'), refunded: 0, credited: 500 });
  expect(team.subject).toBe('We credited your second payment');
  expect(team.plain).toContain('the plan of the team Atlas');
  expect(team.plain).toContain('Credited: $5.00');
});

it('says what was paid, when and for what, in the currency that was charged', () => {
  const { subject, plain } = receiptMail({ ...person, origin, team: of('Atlas'), ...paid });
  expect(subject).toBe('Your Atrium receipt for R1,728.00');
  expect(plain).toContain('your payment for the plan of the team Atlas.');
  expect(plain).toContain('Amount: R1,728.00\nDate: November 21, 2026\nInvoice: ATR-00007');
  expect(plain).toContain(`View invoice:\n${origin}/local/invoice/7`);
});

it('says what a failed payment puts at risk, and until when', () => {
  const failed = { ...person, origin, currency: 'usd', stops: time };
  expect(paymentFailedMail({ ...failed, amount: 1000 }).plain).toContain('Amount due: $10.00\nKeep the plan by: Nov');
  const { plain } = paymentFailedMail({ ...failed, team: of('Atlas') });
  expect(plain).toContain('by November 21, 2026, everyone on the team loses their seat until it is');
  expect(plain).not.toContain('Amount due');
});

it.each(['a failed payment for a team', 'a team’s plan that ends', 'a new admin', 'a payer who left'])(
  '%s leads to the team it is about, and calls it as the screen does',
  (what) => {
    const { plain, html } = sent[what]!('Ada');
    const link = `${origin}/?team=${teamId}`;
    expect(plain).toContain(`Open the team:\n${link}\n`);
    expect(html).toContain(`href="${link}"`);
    expect(plain).not.toContain('Team Management');
  },
);

it('leads a payer who is not an admin to the main screen, because the team opens for admins only', () => {
  const { plain } = planEndsMail({ ...person, origin, end: time, team: of('Atlas', false) });
  expect(plain).toContain(`Go to Atrium:\n${origin}/\n`);
});

it.each([
  [
    'a second payment',
    (reader: PlanReader) => secondPaymentMail({ ...reader, refunded: 0, credited: 5, currency: 'usd' }),
  ],
  ['a receipt', (reader: PlanReader) => receiptMail({ ...reader, ...paid })],
  ['a failed payment', (reader: PlanReader) => paymentFailedMail({ ...reader, currency: 'usd', stops: time })],
  ['a plan that ends', (reader: PlanReader) => planEndsMail({ ...reader, end: time })],
])('%s sends only admins of a team to its plan, and its payer to an admin', (_what, make) => {
  const reader = { ...person, origin };
  const own = /in your settings under Billing/;
  const way = /team’s Plan and Invoices|choose Manage Billing/;
  const admins = /dmins of the team can/;
  const says = (team?: PlanReader['team']) =>
    [own, way, admins].map((one) => one.test(make({ ...reader, team }).plain));
  expect(says()[0]).toBe(true);
  expect(says(of('Atlas'))).toEqual([false, true, false]);
  expect(says(of('Atlas', false))).toEqual([false, false, true]);
});

it('greets people whose names have dots', () => {
  expect(greetingOf('J.R.')).toBe('J.R.');
  expect(greetingOf('Anne-Marie')).toBe('Anne-Marie');
  expect(greetingOf('https://x')).toBe('');
});

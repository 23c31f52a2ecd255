import { type Provider, providerNames } from '../../ports/identity.ts';
import { html, type Html } from '../html.ts';
import type { Person } from './persons.ts';

export const endedTexts = {
  title: 'This sign-in has ended',
  text: 'It has expired or was already completed.',
} as const;

export interface EnteredPerson {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly verified: boolean;
}

interface View {
  readonly provider: Provider;
  readonly action: string;
  readonly persons: readonly Omit<Person, 'verified'>[];
  /** The scopes that consent is requested for. Empty for a sign-in. */
  readonly reads: readonly string[];
}

const nobody: EnteredPerson = { email: '', firstName: '', lastName: '', verified: true };

const known = (persons: readonly Omit<Person, 'verified'>[], action: string): Html | undefined =>
  persons.length === 0
    ? undefined
    : html`<h2 class="person-heading">A seeded user</h2>
        <ul class="people">
          ${persons.map(
            ({ email, firstName, lastName }) =>
              html`<li>
                <form method="post" action="${action}">
                  <input type="hidden" name="email" value="${email}" />
                  <input type="hidden" name="firstName" value="${firstName}" />
                  <input type="hidden" name="lastName" value="${lastName}" />
                  <input type="hidden" name="verified" value="yes" />
                  <button class="person">
                    <strong>${firstName} ${lastName}</strong>
                    <span class="muted">${email}</span>
                  </button>
                </form>
              </li>`,
          )}
        </ul>`;

const field = (label: string, name: keyof EnteredPerson, value: string, more: Html): Html =>
  html`<label>${label} <input name="${name}" value="${value}" autocomplete="off" maxlength="100" ${more} /></label>`;

/** The page on which users choose who they are, instead of the provider's own page. */
export const personView = (
  { provider, action, persons, reads }: View,
  entered: EnteredPerson = nobody,
  error?: string,
): Html => {
  const name = providerNames[provider];
  const { email, firstName, lastName, verified } = entered;
  return html`<section class="card">
    <h1>${reads.length > 0 ? `Let Atrium read your ${name} account` : `Sign in with ${name}`}</h1>
    <p class="note">This is Atrium’s local stand-in. ${name} isn’t contacted, and no password is needed.</p>
    ${
      reads.length > 0
        ? html`<p>It can read, but not change:</p>
            <ul>
              ${reads.map((scope) => html`<li><code>${scope}</code></li>`)}
            </ul>`
        : undefined
    }
    ${known(persons, action)}
    <h2 class="person-heading">Someone else</h2>
    <form method="post" action="${action}">
      ${error === undefined ? undefined : html`<p class="error" role="alert">${error}</p>`}
      ${field('Email', 'email', email, html`type="email" required aria-invalid="${error === undefined ? 'false' : 'true'}"`)}
      <div class="pair">
        ${field('First name', 'firstName', firstName, html``)} ${field('Last name', 'lastName', lastName, html``)}
      </div>
      <label class="check">
        <input type="checkbox" name="verified" value="yes" ${html`${verified ? html`checked` : undefined}`} />
        ${name} has verified this address
      </label>
      <button class="button primary">Continue</button>
    </form>
    <form method="post" action="${action}" class="cancel">
      <button class="button" name="refuse" value="yes">Cancel</button>
    </form>
  </section>`;
};

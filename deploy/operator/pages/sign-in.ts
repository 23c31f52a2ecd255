import { markup, type Html } from '../html.ts';

interface SignIn {
  readonly product: string;
  readonly next: string;
  /** What went wrong, or why signing in is required. */
  readonly message?: string | undefined;
  readonly email?: string | undefined;
  readonly passkeys: boolean;
  readonly provider?: string | undefined;
}

export const signInPage = ({ product, next, message, email = '', passkeys, provider }: SignIn): Html => {
  const nextField = markup`<input type="hidden" name="next" value="${next}" />`;
  const or = markup`<p class="or">or</p>`;
  return markup`<div class="card narrow">
${message ? markup`<div role="alert" class="alert"><p>${message}</p></div>` : ''}
${provider ? markup`<a class="button" href="/sign-in/oidc?next=${encodeURIComponent(next)}">Continue with ${provider}</a>${or}` : ''}
<form method="post" action="/sign-in">${nextField}
<label>Email<input type="email" name="email" value="${email}" autocomplete="username" required></label>
<label>Password<input type="password" name="password" autocomplete="current-password" required></label>
<button${provider ? markup` class="quiet"` : ''}>Sign in</button></form>
${
  passkeys
    ? markup`${or}
        <form method="post" action="/sign-in/passkey">${nextField}<button class="quiet">Use a passkey</button></form>`
    : ''
}
<p class="hint">Use the account of a product admin of <a href="${product}">${new URL(product).host}</a>. This signs you in here only.</p>
</div>`;
};

export const passkeyPage = (options: object, next: string): Html =>
  markup`<div class="card narrow">
    <p role="status" aria-live="polite">Waiting for your passkey…</p>
    <form method="post" action="/sign-in/passkey/answer" data-options="${JSON.stringify(options)}">
      <input type="hidden" name="next" value="${next}" /><input type="hidden" name="credential" value="" /><button>
        Try again
      </button>
    </form>
    <p><a href="/sign-in">Use your password</a></p>
  </div>`;

/**
 * The page after a sign-in at another site. A strict cookie is only sent when the navigation started on this origin.
 */
export const signedInPage = (next: string): Html => markup`<p class="about"><a href="${next}">Continue</a></p>`;

export const strangerPage = (identity: string, environment: string): Html =>
  markup`<div class="card">
    <p>You are signed in as <b>${identity}</b>, who is not an operator of ${environment}.</p>
    <p class="hint">
      The holder of the release key can add you to <code>${environment}.operators.json</code> and run
      <code>pnpm release operators ${environment} &lt;file&gt;</code>.
    </p>
  </div>`;

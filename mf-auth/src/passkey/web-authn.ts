import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

/** Whether the browser knows passkeys at all. */
export const knowsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

const load = () => import('@simplewebauthn/browser');

/** Starts the download that a log-in needs; a failure of it shows when the button is pressed. */
export const prepare = (): void => void load().catch(() => undefined);

/**
 * Asks the person for a passkey, and answers with the credential as the service takes it; undefined where they turned
 * the question down, or `signal` took it back. Rejects where the browser or the passkey fails.
 */
export const askForPasskey = async (options: Readonly<Record<string, unknown>>, signal: AbortSignal) => {
  const { startAuthentication, WebAuthnAbortService } = await load();
  if (signal.aborted) return undefined;
  const takeBack = () => WebAuthnAbortService.cancelCeremony();
  signal.addEventListener('abort', takeBack);
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service made the options with the library's other half
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    const { response, clientExtensionResults, ...credential } = await startAuthentication({ optionsJSON });
    return { ...credential, response: { ...response }, clientExtensionResults: { ...clientExtensionResults } };
  } catch (error) {
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return undefined;
    throw error;
  } finally {
    signal.removeEventListener('abort', takeBack);
  }
};

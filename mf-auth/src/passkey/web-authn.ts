import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

/** Whether the browser supports passkeys at all. */
export const supportsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

const load = () => import('@simplewebauthn/browser');

/** Starts downloading what a login needs. A failure is reported when the button is pressed. */
export const prepare = (): void => void load().catch(() => undefined);

/**
 * Prompts for a passkey and returns the credential as the service's call expects it. Returns undefined if the user
 * cancels or `signal` is aborted. Rejects if the browser or the passkey fails.
 */
export const requestPasskey = async (options: Readonly<Record<string, unknown>>, signal: AbortSignal) => {
  const { startAuthentication, WebAuthnAbortService } = await load();
  if (signal.aborted) return undefined;
  const cancel = () => WebAuthnAbortService.cancelCeremony();
  signal.addEventListener('abort', cancel);
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service made the options with the library's other half
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    const { response, clientExtensionResults, ...credential } = await startAuthentication({ optionsJSON });
    return { ...credential, response: { ...response }, clientExtensionResults: { ...clientExtensionResults } };
  } catch (error) {
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return undefined;
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

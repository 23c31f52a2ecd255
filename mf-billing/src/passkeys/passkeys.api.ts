import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useConfirmedFreshly, useWithFreshSignIn } from '../fresh-sign-in/fresh-sign-in.api.ts';
import { useHost } from '../remote.ts';

export type Passkey = Infer<typeof calls.passkeys.listPasskeys.output>['passkeys'][number];

const queryKey = ['passkeys'];
const webAuthn = () => import('@simplewebauthn/browser');

/** The user's passkeys; `asOf` is the time of the answer in ms. */
export const usePasskeys = () => {
  const { client } = useHost();
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call(calls.passkeys.listPasskeys, {}, { signal }),
  });
  return { passkeys: data?.passkeys, asOf: dataUpdatedAt, error, isFetching, retry: () => void refetch() };
};

/** Whether this browser can create passkeys. Undefined until that is known. */
export const useWebAuthnSupport = (): boolean | undefined =>
  useQuery({
    queryKey: ['webauthn'],
    queryFn: async () => (await webAuthn()).browserSupportsWebAuthn(),
    staleTime: Infinity,
  }).data;

/** Lets the browser create the key with the user's consent. Undefined if the user canceled. */
const createCredential = async (optionsJSON: PublicKeyCredentialCreationOptionsJSON) => {
  const { startRegistration } = await webAuthn();
  try {
    return await startRegistration({ optionsJSON });
  } catch (error) {
    // A prompt that the user closed, declined or let expire fails with these names.
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return undefined;
    throw error;
  }
};

const failureOf = (error: unknown): string =>
  error instanceof Error && error.name === 'InvalidStateError'
    ? 'This device already has a passkey for your account.'
    : messageOf(error, 'Failed to add the passkey, please try again.');

/**
 * Creates a passkey on this device, sends its public key to the service and resolves with its id. Undefined if the user
 * canceled.
 */
export const useAddPasskey = () => {
  const { alerts, client } = useHost();
  const queries = useQueryClient();
  const withFreshSignIn = useWithFreshSignIn();
  return useMutation({
    async mutationFn(): Promise<string | undefined> {
      const started = await withFreshSignIn(() => client.call(calls.passkeys.startPasskeyRegistration, {}));
      if (!started) return undefined;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service made the options with the library's other half
      const created = await createCredential(started.options as unknown as PublicKeyCredentialCreationOptionsJSON);
      if (!created) return undefined;
      const credential = {
        ...created,
        clientExtensionResults: { ...created.clientExtensionResults },
        response: { ...created.response },
      };
      await client.call(calls.passkeys.finishPasskeyRegistration, { credential });
      await queries.invalidateQueries({ queryKey });
      return created.id;
    },
    onSuccess(added) {
      if (added !== undefined) alerts.show({ message: 'Passkey added.', type: 'info', time: toastTimes.short });
    },
    onError(error) {
      alerts.show({ message: failureOf(error), type: 'error', time: toastTimes.medium });
    },
  });
};

/** Renames a passkey. */
export const useRenamePasskey = () => {
  const { alerts, client } = useHost();
  const queries = useQueryClient();
  return useMutation({
    async mutationFn(change: { passkeyId: string; name: string }) {
      await client.call(calls.passkeys.renamePasskey, change);
      await queries.invalidateQueries({ queryKey });
    },
    onError(error) {
      const message = messageOf(error, 'Failed to rename the passkey, please try again.');
      alerts.show({ message, type: 'error', time: toastTimes.medium });
    },
  });
};

/** Removes a passkey after a confirmation. */
export const useRemovePasskey = (onRemoved: () => void) => {
  const { alerts, client } = useHost();
  const queries = useQueryClient();
  const confirmFreshly = useConfirmedFreshly();
  return async ({ id, name }: Passkey): Promise<void> => {
    const removed = await confirmFreshly(
      {
        title: 'Remove passkey',
        message: `“${name}” will no longer log you in. You can add it again at any time.`,
        confirm: 'Remove',
        danger: true,
      },
      async () => {
        await client.call(calls.passkeys.removePasskey, { passkeyId: id });
        await queries.invalidateQueries({ queryKey });
      },
      (error) => {
        const message = messageOf(error, 'Failed to remove the passkey, please try again.');
        alerts.show({ message, type: 'error', time: toastTimes.medium });
      },
    );
    if (removed) onRemoved();
  };
};

import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { heardFromOptions } from '@atrium/shared-kernel/contracts/constants';
import * as events from '#contracts/events';
import { useMutation } from '@tanstack/react-query';
import { useHost } from '../remote.ts';
import { useFormAlert } from '../ui/use-form-alert.ts';

export type HeardFrom = (typeof heardFromOptions)[number];

/** Saves how the user heard about the product: that completes the profile. */
export const useFinish = () => {
  const { bus, client, session } = useHost();
  const alert = useFormAlert();
  return useMutation({
    onMutate: () => alert(),
    mutationFn: (heardFrom: HeardFrom) => client.call(calls.profile.updateUser, { heardFrom }),
    onSuccess: (_answer, heardFrom) => {
      session.patch({ heardFrom });
      bus.emit(events.auth.onboarded, {});
    },
    onError: (error) => alert(messageOf(error, 'Failed to complete your profile. Please try again.')),
  });
};

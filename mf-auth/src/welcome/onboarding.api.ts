import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { type heardFromOptions, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as events from '@atrium/shared-kernel/contracts/events';
import { useMutation } from '@tanstack/react-query';
import { useRemote } from '../remote.ts';

export type HeardFrom = (typeof heardFromOptions)[number];

/** Saves how the user heard about the product, then goes to the main screen. */
export const useFinish = () => {
  const { alerts, bus, client, session, navigation } = useRemote();
  return useMutation({
    mutationFn: (heardFrom: HeardFrom) => client.call(calls.profile.updateUser, { heardFrom }),
    onSuccess: (_answer, heardFrom) => {
      session.patch({ heardFrom });
      bus.emit(events.auth.onboarded, {});
      navigation.navigate('/');
    },
    onError: (error) => {
      const message = messageOf(error, 'Failed to complete your profile. Please try again.');
      alerts.show({ message, type: 'error', time: toastTimes.medium });
    },
  });
};

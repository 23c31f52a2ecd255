import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { copiedToClipboard } from '@atrium/shared-kernel/contracts/sentences';
import * as dialogs from '#contracts/dialogs';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { LinkOptions } from '@atrium/shared-kernel/sharing/link-options';
import { Button } from '@atrium/shared-kernel/ui/button';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { useQuery } from '@tanstack/react-query';
import Ellipsis from 'lucide-react/icons/ellipsis';
import LinkIcon from 'lucide-react/icons/link';
import LinkOff from 'lucide-react/icons/unlink';
import { useState } from 'react';
import { useAccess } from '../access.ts';
import { useHost } from '../remote.ts';
import styles from './agents.module.css';

/**
 * Copies a text that is still being fetched. Where the clipboard accepts promises, the copy still counts as part of the
 * user's click: Safari refuses one that comes later.
 */
const copyWhenReady = (text: Promise<string>): Promise<void> => {
  if (typeof ClipboardItem === 'undefined') return text.then((ready) => navigator.clipboard.writeText(ready));
  const blob = text.then((ready) => new Blob([ready], { type: 'text/plain' }));
  // The caller handles the text's rejection. The clipboard only reports that nothing was written.
  blob.catch(() => undefined);
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
};

type Action = 'copy' | 'more' | 'stop';

/** Shares the agent with everyone who has its link, copies or passes on the link, and stops sharing, one at a time. */
const useSharing = (agentId: string) => {
  const { client, alerts, navigation, device } = useHost();
  const [busy, setBusy] = useState<Action>();
  const [more, setMore] = useState(false);
  const agent = useQuery({
    queryKey: ['agent', agentId],
    queryFn: ({ signal }) => client.call(calls.agents.getAgent, { flowId: agentId, look: 'true' }, { signal }),
  });
  const url = `${navigation.origin}/?agent=${agentId}`;
  const title = agent.data?.title ?? 'Agent';
  const notify = (message: string, type: 'info' | 'error', time: number) => alerts.show({ message, type, time });
  const set = async (shared: boolean) => {
    await client.call(calls.agents.shareAgent, { flowId: agentId, shared });
    await agent.refetch();
  };
  const actions: Record<Action, () => Promise<void>> = {
    async copy() {
      const opened = set(true);
      const copied = copyWhenReady(opened.then(() => url)).then(
        () => true,
        () => false,
      );
      await opened;
      // The agent is shared whatever the clipboard does (B8.14).
      if (await copied) notify(copiedToClipboard, 'info', toastTimes.short);
      else notify('Failed to copy', 'error', toastTimes.medium);
    },
    async more() {
      await set(true);
      // A browser refuses if sharing took longer than it counts a click for. The link works all the same.
      if (device.share) await device.share({ title, url }).catch(() => setMore(true));
      else setMore(true);
    },
    async stop() {
      await set(false);
      setMore(false);
      notify('The link no longer works.', 'info', toastTimes.short);
    },
  };
  const run = async (action: Action) => {
    if (busy !== undefined) return;
    setBusy(action);
    try {
      await actions[action]();
    } catch (error) {
      notify(messageOf(error, 'Failed to share, please try again'), 'error', toastTimes.medium);
    } finally {
      setBusy(undefined);
    }
  };
  return { agent, busy, run, shared: agent.data?.shared === true, link: more ? { url, title } : undefined };
};

/**
 * Shares a link to an agent. Everyone who has it can open the agent and save a copy (B2.25). Without a plan, sharing can
 * only be stopped.
 */
export const ShareAgentDialog = () => {
  const { close } = useHost();
  const { agentId } = useDialogInput(dialogs.workspace.shareAgent);
  const premium = useAccess().kind === 'premium';
  const { agent, busy, run, shared, link } = useSharing(agentId);
  return (
    <DialogBody
      title="Share Agent"
      description="Anyone with the link can read its name, instructions and files, and save their own copy."
      onClose={() => close()}
    >
      <div className={styles.actions}>
        {premium && (
          <Button variant="primary" icon={<LinkIcon />} busy={busy === 'copy'} onClick={() => void run('copy')}>
            Copy Link
          </Button>
        )}
        {premium && !link && (
          <Button icon={<Ellipsis />} busy={busy === 'more'} onClick={() => void run('more')}>
            More Options
          </Button>
        )}
        {shared && (
          <Button icon={<LinkOff />} busy={busy === 'stop'} onClick={() => void run('stop')}>
            Stop sharing
          </Button>
        )}
      </div>
      {!premium && agent.data && !shared && <p>This agent isn’t shared. To share it, you need a plan.</p>}
      {agent.error && !agent.data && (
        <FailureState
          small
          title="Couldn’t load whether it is shared."
          text={messageOf(agent.error, '') || undefined}
          onRetry={() => void agent.refetch()}
          busy={agent.isFetching}
        />
      )}
      {link && <LinkOptions {...link} />}
    </DialogBody>
  );
};

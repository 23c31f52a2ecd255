import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as dialogs from '#contracts/dialogs';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { LinkOptions } from '@atrium/shared-kernel/sharing/link-options';
import { Button } from '@atrium/shared-kernel/ui/button';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import { useQuery } from '@tanstack/react-query';
import Ellipsis from 'lucide-react/icons/ellipsis';
import LinkIcon from 'lucide-react/icons/link';
import LinkOff from 'lucide-react/icons/unlink';
import { useState } from 'react';
import { useHost } from '../remote.ts';
import styles from './agents.module.css';

/**
 * Puts a text that is still on its way into the clipboard. A browser that takes promises keeps the press that asked for
 * it: Safari refuses one that comes later.
 */
const copyWhenThere = (text: Promise<string>): Promise<void> => {
  if (typeof ClipboardItem === 'undefined') return text.then((ready) => navigator.clipboard.writeText(ready));
  const blob = text.then((ready) => new Blob([ready], { type: 'text/plain' }));
  // Told by the text itself: the clipboard says only that nothing was written.
  blob.catch(() => undefined);
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
};

type Deed = 'copy' | 'more' | 'stop';

/** Opens the agent to whoever has its link, gives the link, and takes all of it back. */
const useSharing = (agentId: string) => {
  const { client, alerts, navigation, device } = useHost();
  const [busy, setBusy] = useState<Deed>();
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
  const deeds: Record<Deed, () => Promise<void>> = {
    async copy() {
      const opened = set(true);
      const copied = copyWhenThere(opened.then(() => url)).then(
        () => true,
        () => false,
      );
      await opened;
      // The agent is shared whatever the clipboard does (B8.14).
      if (await copied) notify('Copied to clipboard.', 'info', toastTimes.short);
      else notify('Failed to copy', 'error', toastTimes.medium);
    },
    async more() {
      await set(true);
      if (device.share) await device.share({ title, url });
      else setMore(true);
    },
    async stop() {
      await set(false);
      setMore(false);
      notify('The link no longer works.', 'info', toastTimes.short);
    },
  };
  const give = async (deed: Deed) => {
    setBusy(deed);
    try {
      await deeds[deed]();
    } catch (error) {
      notify(messageOf(error, 'Failed to share, please try again'), 'error', toastTimes.medium);
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, give, shared: agent.data?.shared === true, link: more ? { url, title } : undefined };
};

/** A link to an agent, which whoever has it can open and save as their own (B2.25). */
export const ShareAgentDialog = () => {
  const { close } = useHost();
  const { agentId } = useDialogInput(dialogs.workspace.shareAgent);
  const { busy, give, shared, link } = useSharing(agentId);
  return (
    <DialogBody
      title="Share Agent"
      description="Anyone with the link can read its name, instructions and files, and save their own copy."
      onClose={() => close()}
    >
      <div className={styles.actions}>
        <Button variant="primary" icon={<LinkIcon />} busy={busy === 'copy'} onClick={() => void give('copy')}>
          Copy Link
        </Button>
        {!link && (
          <Button icon={<Ellipsis />} busy={busy === 'more'} onClick={() => void give('more')}>
            More Options
          </Button>
        )}
        {shared && (
          <Button icon={<LinkOff />} busy={busy === 'stop'} onClick={() => void give('stop')}>
            Stop sharing
          </Button>
        )}
      </div>
      {link && <LinkOptions {...link} />}
    </DialogBody>
  );
};

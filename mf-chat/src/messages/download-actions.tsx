import { messageOf } from '@atrium/shared-kernel/client';
import { isFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import { Tooltip } from '@atrium/shared-kernel/ui/tooltip';
import FileDown from 'lucide-react/icons/file-down';
import FileType from 'lucide-react/icons/file-type';
import { useState } from 'react';
import { useHost } from '../remote.ts';
import { useOpenTab } from '../ui/use-open-tab.ts';
import type { MessageActionsProps } from './message-actions.tsx';

const types = [
  { type: 'pdf', label: 'Download as PDF', icon: <FileDown /> },
  { type: 'docx', label: 'Download as DOCX', icon: <FileType /> },
] as const;
type DocumentType = (typeof types)[number]['type'];

/** What the service says of an answer that is too long, or of too many at once, is worth reading. */
const isExplained = (error: unknown): boolean =>
  isFailure(error, calls.files.generateDocument, 'document-too-large') ||
  isFailure(error, calls.files.generateDocument, 'document-broken') ||
  isFailure(error, calls.files.generateDocument, 'too-many-documents');

/** An answer as a document that the service makes; it opens in a new tab (B7.29, B8.33, B8.34). */
export const DownloadActions = ({ message, title }: MessageActionsProps) => {
  const { client, alerts, scope } = useHost();
  const openTab = useOpenTab();
  const [making, setMaking] = useState<DocumentType>();
  const download = async (type: DocumentType) => {
    setMaking(type);
    const told = alerts.show({ message: `Generating ${type}...`, type: 'info', time: 0 });
    const input = {
      type,
      title: title.slice(0, 300),
      markdown: message.content,
      ...(message.citations ? { citations: message.citations } : {}),
    };
    try {
      const { url } = await client.call(calls.files.generateDocument, input, { signal: scope.signal });
      openTab(url, `Your ${type} is ready.`);
    } catch (error) {
      if (scope.signal.aborted) return;
      const failure = `Failed to download as ${type}.`;
      const message = isExplained(error) ? messageOf(error, failure) : failure;
      alerts.show({ message, type: 'error', time: toastTimes.medium });
    } finally {
      alerts.dismiss(told);
      setMaking(undefined);
    }
  };
  return types.map(({ type, label, icon }) => (
    <Tooltip key={type} label={label} side="bottom">
      <IconButton
        size="s"
        label={label}
        icon={icon}
        busy={making === type}
        disabled={making !== undefined && making !== type}
        onClick={() => void download(type)}
      />
    </Tooltip>
  ));
};

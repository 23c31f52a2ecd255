import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { isFailure } from '@atrium/shared-kernel/failure';
import { useState } from 'react';
import { useHost } from '../remote.ts';
import { useOpenTab } from '../ui/use-open-tab.ts';

export type DocumentType = 'pdf' | 'docx';

interface Text {
  readonly title: string;
  readonly markdown: string;
  readonly citations?: string | undefined;
  /** Shown if the text is too long for one document. Other failures show the service's message. */
  readonly tooLarge?: string;
}

/** Maximum characters that the service accepts. */
const longest = { title: 300, markdown: 2_000_000 } as const;

/** Lets the service generate a document from a text, and opens it in a new tab (B7.29, B8.33, B8.34). */
export const useDocument = () => {
  const { client, alerts, scope } = useHost();
  const openTab = useOpenTab();
  const [making, setMaking] = useState<DocumentType>();
  const make = async (type: DocumentType, { title, markdown, citations, tooLarge }: Text): Promise<void> => {
    const fail = (message: string) => alerts.show({ message, type: 'error', time: toastTimes.medium });
    if (tooLarge !== undefined && markdown.length > longest.markdown) return void fail(tooLarge);
    setMaking(type);
    const shown = alerts.show({ message: `Generating ${type}...`, type: 'info', time: 0 });
    const hide = () => alerts.dismiss(shown);
    // A reload ends this, but would show the alert again.
    globalThis.addEventListener('pagehide', hide);
    const input = { type, title: title.slice(0, longest.title), markdown, ...(citations ? { citations } : {}) };
    try {
      const { url } = await client.call(calls.files.generateDocument, input, { signal: scope.signal });
      openTab(url, `Your ${type} is ready.`);
    } catch (error) {
      if (scope.signal.aborted) return;
      const large = isFailure(error, calls.files.generateDocument, 'document-too-large') ? tooLarge : undefined;
      fail(large ?? messageOf(error, `Failed to download as ${type}.`));
    } finally {
      globalThis.removeEventListener('pagehide', hide);
      hide();
      setMaking(undefined);
    }
  };
  return { making, make };
};

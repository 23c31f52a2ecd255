import { messageOf } from '@atrium/shared-kernel/client';
import { useConflict } from '@atrium/shared-kernel/conflict';
import { ConflictNote } from '@atrium/shared-kernel/conflict/note';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import { messages } from '@atrium/shared-kernel/contracts/validation';
import { isGeneralFailure } from '@atrium/shared-kernel/failure';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { TextArea } from '@atrium/shared-kernel/ui/field';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useImperativeHandle, useState } from 'react';
import * as z from 'zod/mini';
import { createAgentFilesModel } from '../agents/agent-files.model.ts';
import { AgentFiles } from '../agents/agent-files.tsx';
import { useHost } from '../remote.ts';
import { useSavedDraft } from '../saved-draft.ts';

const instructionMax = 100_000;
const rows = { min: 3, max: 12 } as const;

type Context = Infer<typeof calls.tags.getTagContext.output>;

export interface ContextHandle {
  /**
   * Saves the changes, or everything if `target` is another collection, which was created again. Resolves with false if
   * that failed, or if a conflict has to be resolved first, both of which the user sees.
   */
  readonly save: (target: string) => Promise<boolean>;
  /** Discards what is typed, which would otherwise be restored when the dialog opens again. */
  readonly forget: () => void;
}

/** What is stored if the dialog closes before it is saved. */
const fields = () => z.object({ instruction: z.string() });

interface FormProps {
  readonly tagId: string;
  readonly context: Context;
  readonly handle: RefObject<ContextHandle | null>;
  /** Both were saved, and are now as given. */
  readonly onSaved: (saved: Context) => void;
  /** Fetches the current state of both. */
  readonly onStale: () => Promise<unknown>;
  /** Restarts the form with the current state of both. */
  readonly onRestart: () => void;
}

const ContextForm = ({ tagId, context, handle, onSaved, onStale, onRestart }: FormProps) => {
  const view = useHost();
  const { client, alerts } = view;
  const [files] = useState(() => createAgentFilesModel(view, context.files, 'A collection'));
  const { typed, outdated, change, rebase, forget } = useSavedDraft('context', tagId, { fields, item: context });
  const { instruction } = typed;
  const { initial, base, conflict, note, blocks, settle } = useConflict(
    context,
    (before, now) => before.revision !== now.revision,
    { ...context, ...outdated },
  );
  const [ownRevision, setOwnRevision] = useState<string>();
  if (conflict && context.revision === ownRevision) settle();
  const show = (message: string) => void alerts.show({ type: 'error', time: toastTimes.medium, message });
  const save = async (target: string) => {
    const again = target !== tagId;
    const listed = files.files$.value;
    const ready = listed.flatMap(({ name, type, url, aspectRatio }) => (url ? [{ name, type, url, aspectRatio }] : []));
    const same = ready.map(({ url }) => url).join('\n') === initial.files.map(({ url }) => url).join('\n');
    if (ready.length < listed.length) {
      show(messages.uploading);
      return false;
    }
    if (again ? ready.length === 0 && instruction === '' : same && instruction === initial.instruction) return true;
    if (!again && blocks()) return false;
    const request = { tagId: target, instruction, files: ready };
    try {
      const saved = await client.call(calls.tags.editTagContext, request, again ? {} : { basedOn: base.revision });
      // The dialog stays open if the rest could not be saved. What it saves then is based on this.
      if (!again) {
        setOwnRevision(saved.revision);
        rebase({ ...saved, instruction });
        onSaved(saved);
      } else forget();
      return true;
    } catch (error) {
      if (isGeneralFailure(error, 'stale')) await onStale();
      else show(messageOf(error, callFailed));
      return false;
    }
  };
  useImperativeHandle(handle, () => ({ save, forget }));
  const keepMine = () => {
    settle();
    rebase(context);
  };
  const acceptTheirs = () => {
    forget();
    onRestart();
  };
  return (
    <>
      <TextArea
        label="Instructions"
        hint="Every chat that starts in this collection follows them. Optional."
        minRows={rows.min}
        maxRows={rows.max}
        maxLength={instructionMax}
        value={instruction}
        onChange={(next) => change({ instruction: next })}
      />
      <AgentFiles model={files} />
      {conflict && (
        <ConflictNote ref={note} onKeepMine={keepMine} onAcceptTheirs={acceptTheirs}>
          The instructions or files of this collection were changed in the meantime.
        </ConflictNote>
      )}
    </>
  );
};

interface Props {
  readonly tagId: string;
  readonly handle: RefObject<ContextHandle | null>;
}

/** The instructions and files that chats starting in the collection use. */
export const CollectionContext = ({ tagId, handle }: Props) => {
  const { client } = useHost();
  const queries = useQueryClient();
  const queryKey = ['collection-context', tagId];
  /** Incremented to restart the form. */
  const [formVersion, setFormVersion] = useState(0);
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call(calls.tags.getTagContext, { tagId }, { signal }),
    // The form starts with the state at the time when it opens.
    gcTime: 0,
  });
  if (data)
    return (
      <ContextForm
        key={formVersion}
        {...{ tagId, handle }}
        context={data}
        onSaved={(saved) => queries.setQueryData(queryKey, saved)}
        onStale={refetch}
        onRestart={() => setFormVersion(formVersion + 1)}
      />
    );
  if (isError)
    return <FailureState small title="Couldn’t load instructions and files." onRetry={() => void refetch()} />;
  return <Skeleton shape="block" height="140px" />;
};

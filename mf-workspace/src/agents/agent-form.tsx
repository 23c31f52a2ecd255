import { useConflict } from '@atrium/shared-kernel/conflict';
import { ConflictNote } from '@atrium/shared-kernel/conflict/note';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import { messages } from '@atrium/shared-kernel/contracts/validation';
import { Button } from '@atrium/shared-kernel/ui/button';
import { DialogBody, DialogFooter } from '@atrium/shared-kernel/ui/dialog-body';
import { Field, TextArea } from '@atrium/shared-kernel/ui/field';
import { Switch } from '@atrium/shared-kernel/ui/switch';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useHost } from '../remote.ts';
import { useSavedDraft } from '../saved-draft.ts';
import type { AgentDraft, AgentTeam } from './agent-draft.ts';
import { createAgentFilesModel } from './agent-files.model.ts';
import { AgentFiles } from './agent-files.tsx';
import { AgentModel, useModels } from './agent-model.tsx';
import { AgentNow } from './agent-now.tsx';
import { AgentRoles } from './agent-roles.tsx';
import { AgentSuccessor } from './agent-successor.tsx';
import styles from './agents.module.css';
import { useSaveAgent } from './save-agent.ts';
import { useTeamAccess } from './team-access.ts';

const max = { title: 200, instruction: 100_000, welcome: 2000 } as const;
/** Rows of the instructions; a row is 22 px (B5.23). */
const rows = { min: 3, max: 12 } as const;

/** What is stored if the form closes before it is saved. */
const fields = () => z.object({ title: z.string(), instruction: z.string(), welcomeMessage: z.string() });
const itemOf = ({ _id, title, instruction, welcomeMessage = '', revision }: AgentDraft) => ({
  title,
  instruction,
  welcomeMessage,
  revision: _id && revision,
});

interface Props {
  draft: AgentDraft;
  team?: AgentTeam | undefined;
  /** Agents that could replace the one that is edited. */
  others?: readonly Agent[];
  /** Someone else has deleted the agent. */
  deleted?: boolean;
  /** The name of the agent with which someone else has replaced it. */
  replacement?: string | undefined;
  /** Fetches the current state of the agent. */
  onStale: () => Promise<unknown>;
  /** Restarts the form with the current state of the agent. */
  onRestart: () => void;
}

/** The choices of the form, and the part of the request that contains them. */
const useAgentChoices = (
  initial: AgentDraft,
  { draft, team, gone }: Pick<Props, 'draft' | 'team'> & { gone: boolean },
) => {
  const [memory, setMemory] = useState(!initial.memoryDisabled);
  const [picked, setChosen] = useState(initial.model ?? null);
  const models = useModels();
  // A copy or a restored agent can only have a model that the user may choose.
  const isNew = draft._id === undefined || gone;
  const chosen = isNew && !models.some(({ id }) => id === picked) ? null : picked;
  const access = useTeamAccess({ draft, team, deleted: gone });
  const request = {
    memoryDisabled: !memory,
    // A model that stays is not sent, because the user may not be allowed to choose it. A new agent has none to stay.
    ...(isNew || chosen !== (initial.model ?? null) ? { model: chosen } : {}),
    ...access.request,
  };
  return { shown: { memory, setMemory, chosen, setChosen, access: access.shown }, request };
};

/**
 * Whether what is typed can be saved: an agent needs a name, and instructions or files. The first field that is not
 * filled in gets the focus.
 */
const useRequiredFields = ({ title, instruction }: Pick<AgentDraft, 'title' | 'instruction'>) => {
  const [tried, setTried] = useState(false);
  const [noContent, setNoContent] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const instructionField = useRef<HTMLTextAreaElement>(null);
  useEffect(() => nameField.current?.focus(), []);
  const areFilled = (hasFiles: boolean): boolean => {
    const named = title.trim() !== '';
    const empty = instruction.trim() === '' && !hasFiles;
    setTried(true);
    setNoContent(empty);
    if (!named) nameField.current?.focus();
    else if (empty) instructionField.current?.focus();
    return named && !empty;
  };
  const shown = {
    nameField,
    instructionField,
    nameError: tried && title.trim() === '' ? messages.name : undefined,
    contentError: noContent ? messages.agent : undefined,
    clearContentError: () => setNoContent(false),
  };
  return { areFilled, shown };
};

/** The state of the form, and how it is saved. */
const useAgentForm = ({ draft, team, others = [], deleted = false, replacement, onStale, onRestart }: Props) => {
  const view = useHost();
  const gone = deleted || replacement !== undefined;
  const [model] = useState(() => createAgentFilesModel(view, draft.files));
  const {
    typed,
    outdated,
    change,
    rebase,
    submit: submitDraft,
    forget,
  } = useSavedDraft('agent', draft._id ?? `new.${team?.id ?? ''}`, {
    fields,
    item: itemOf(draft),
  });
  const { title, instruction, welcomeMessage } = typed;
  const [successor, setSuccessor] = useState('');
  const next = gone ? undefined : others.find(({ _id }) => _id === successor);
  const required = useRequiredFields(typed);
  const { initial, base, conflict, note, blocks, settle } = useConflict(
    draft,
    (before, now) => before.revision !== now.revision,
    { ...draft, ...outdated },
  );
  const choices = useAgentChoices(initial, { draft, team, gone });
  const { saving, save, replace } = useSaveAgent({ submit: submitDraft, done: forget, onStale }, base.revision);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (saving || blocks()) return;
    if (next && draft._id) return void replace(draft._id, next);
    const files = model.files$.value;
    if (!required.areFilled(files.length > 0)) return;
    const ready = files.flatMap(({ name, type, url, aspectRatio }) => (url ? [{ name, type, url, aspectRatio }] : []));
    if (ready.length < files.length)
      return void view.alerts.show({ type: 'error', time: toastTimes.medium, message: messages.uploading });
    void save({
      flowId: gone ? undefined : draft._id,
      title: title.trim(),
      instruction,
      files: ready,
      welcomeMessage: welcomeMessage.trim(),
      ...choices.request,
    });
  };
  const afterForget = (after: () => void) => () => {
    forget();
    after();
  };
  const keepMine = () => {
    settle();
    rebase(itemOf(draft));
  };
  return {
    model,
    typed,
    change,
    successor,
    setSuccessor,
    replaces: next !== undefined,
    gone: gone && !saving,
    ...choices.shown,
    ...required.shown,
    note,
    initial,
    conflict: conflict && !saving,
    keepMine,
    acceptTheirs: afterForget(onRestart),
    cancel: afterForget(() => view.close()),
    saving,
    submit,
  };
};

/** The agent's name, its instructions with their files, and its welcome message. */
const AgentTexts = ({ nameField, instructionField, ...form }: Omit<ReturnType<typeof useAgentForm>, 'note'>) => {
  const { typed, change } = form;
  return (
    <>
      <Field
        ref={nameField}
        label="Name"
        maxLength={max.title}
        value={typed.title}
        error={form.nameError}
        onChange={(next) => change({ title: next })}
      />
      <TextArea
        ref={instructionField}
        label="Instructions"
        placeholder="What it’s for, how it should answer, what it must never do"
        minRows={rows.min}
        maxRows={rows.max}
        maxLength={max.instruction}
        value={typed.instruction}
        error={form.contentError}
        onChange={(next) => {
          change({ instruction: next });
          form.clearContentError();
        }}
      />
      <AgentFiles model={form.model} />
      <TextArea
        label="Welcome message"
        hint="Shown before the first message. Optional."
        maxRows={4}
        maxLength={max.welcome}
        value={typed.welcomeMessage}
        onChange={(next) => change({ welcomeMessage: next })}
      />
    </>
  );
};

/** Name, instructions, files, memory, welcome message and, in a team, who may use the agent (B2.24). */
export const AgentForm = (props: Props) => {
  const { draft, team, others = [], replacement } = props;
  const { close } = useHost();
  const { nameField, instructionField, note, ...form } = useAgentForm(props);
  return (
    <form noValidate onSubmit={form.submit}>
      <DialogBody title={draft._id ? 'Edit Agent' : 'Create Agent'} onClose={() => close()}>
        <div className={styles.form}>
          <AgentTexts {...{ nameField, instructionField, ...form }} />
          <Switch
            label="Memory"
            hint="The agent uses your memories and adds to them."
            checked={form.memory}
            onChange={form.setMemory}
          />
          <AgentModel chosen={form.chosen} onChange={form.setChosen} />
          {draft._id !== undefined && !form.gone && others.length > 0 && (
            <AgentSuccessor others={others} chosen={form.successor} onChange={form.setSuccessor} />
          )}
          {team && <AgentRoles {...form.access} />}
          {form.gone && (
            <ConflictNote>
              {`This agent was ${replacement ? `replaced by “${replacement}”` : 'deleted'} in the meantime. Save to create it again as a new one.`}
            </ConflictNote>
          )}
          {form.conflict && (
            <AgentNow
              ref={note}
              before={form.initial}
              now={draft}
              roles={team?.roles ?? []}
              onKeepMine={form.keepMine}
              onAcceptTheirs={form.acceptTheirs}
            />
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={form.cancel}>Cancel</Button>
        <Button type="submit" variant={form.replaces ? 'danger' : 'primary'} busy={form.saving} busyLabel="Saving">
          {form.replaces ? 'Replace' : 'Save'}
        </Button>
      </DialogFooter>
    </form>
  );
};

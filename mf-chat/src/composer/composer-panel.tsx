import { lazyPart, useBehavior } from '@atrium/shared-kernel/remote';
import { type ReactNode, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import { preloadMarkdown } from '../markdown/lazy-block.tsx';
import { useHost } from '../remote.ts';
import { isWaiting, type Thread } from '../thread/thread.ts';
import { AttachButton, ImproveButton, RecordButton } from './composer-buttons.tsx';
import { Composer } from './composer.tsx';
import classes from './composer.module.css';
import { type ComposerModel, loadDeferred } from './composer.model.ts';
import { type Draft, isBlank } from '../draft/draft.ts';
import type { DraftModel } from './draft.model.ts';
import { ModeToggles } from './mode-toggles.tsx';

const Attachments = lazyPart(async () => ({ default: (await loadDeferred()).Attachments }));
// Needed only if there is more than one model.
const ModelPicker = lazyPart(() => import(/* webpackChunkName: "rare-parts" */ '../models/model-picker.tsx'));
const VoiceBar = lazyPart(async () => ({ default: (await loadDeferred()).VoiceBar }));
const PromptHelp = lazyPart(async () => ({ default: (await loadDeferred()).PromptHelp }));

/** Browsers offer the microphone only on secure origins. */
const canRecord = () => 'MediaRecorder' in globalThis && 'mediaDevices' in navigator;

const voiceOff = 'Voice notes are off because no transcription model is set up.';

interface Props {
  readonly thread: Thread;
  /** Id of the agent that answers. */
  readonly agent: string | undefined;
  readonly drafts: DraftModel;
  readonly model: ComposerModel;
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
  /** How full the chat's context is. */
  readonly gauge: ReactNode;
  /** Opens the file picker. */
  readonly onChoose: () => void;
  readonly onTyped: () => void;
  readonly onSent: () => void;
  readonly onStop: () => void;
}

interface AboveProps extends Pick<Props, 'thread' | 'drafts' | 'model'> {
  readonly draft: Draft;
  readonly attached: boolean;
  readonly secure: boolean;
  readonly recording: boolean;
  readonly help: number;
  readonly onNote: (url: string) => void;
  readonly onNoMicrophone: (why: string) => void;
  readonly focus: () => void;
}

/** Attachments, prompt help and the voice recorder, above the text. */
const AboveText = ({
  thread,
  drafts,
  model,
  draft,
  attached,
  secure,
  recording,
  help,
  onNote,
  onNoMicrophone,
  focus,
}: AboveProps) => (
  <Suspense fallback={null}>
    {attached && (
      <Attachments
        draft={draft}
        model={model}
        onNoNote={() => drafts.change({ voiceNote: undefined })}
        onLast={focus}
      />
    )}
    {help > 0 && (
      <PromptHelp
        key={help}
        chatId={thread.chatId}
        drafts={drafts}
        secure={secure}
        focus={focus}
        onClose={model.closeHelp}
      />
    )}
    {recording && (
      <VoiceBar
        onPhase={drafts.setRecording}
        onNote={onNote}
        onLeft={drafts.awaitNote}
        onNoMicrophone={onNoMicrophone}
        onClose={() => {
          drafts.setRecording(false);
          focus();
        }}
      />
    )}
  </Suspense>
);

interface RecordProps {
  /** The draft takes no voice note. */
  readonly refused: boolean;
  /** Why the last recording could not start; empty if it did. */
  readonly noMicrophone: string;
  readonly onRecord: () => void;
  readonly onRefuse: (why: string) => void;
}

/** The button that records a voice note. If recording failed to start, the reason is shown next to it. */
const Record = ({ refused, noMicrophone, onRecord, onRefuse }: RecordProps) => {
  const { voiceNotes } = useBehavior(useHost().session.user$) ?? {};
  const why = useId();
  const off = voiceNotes === false;
  if (!canRecord()) return null;
  return (
    <>
      {noMicrophone !== '' && (
        <p id={why} className={classes.noMicrophone} role="status">
          {noMicrophone}
        </p>
      )}
      <RecordButton
        {...(off ? { title: voiceOff } : {})}
        aria-disabled={off || refused}
        aria-describedby={noMicrophone === '' ? undefined : why}
        onClick={() => (off ? onRefuse(voiceOff) : onRecord())}
      />
    </>
  );
};

/** Loads the code that renders answers while the user types the question. */
const usePreloadedMarkdown = (typing: boolean) => {
  useEffect(() => {
    if (!typing) return undefined;
    // What was typed into the page's own field comes while the screen is still being shown.
    const later = setTimeout(preloadMarkdown, 100);
    return () => clearTimeout(later);
  }, [typing]);
};

/**
 * Sends the draft for which Enter was pressed before its chat had loaded, once it has. Returns what Enter calls then, and
 * what typing calls, which cancels it. So does another chat, a change of the draft, as by a file, or a recording.
 */
const useEarlyEnter = ({ key, load }: Thread, draft: Draft, recording: boolean, submit: () => void) => {
  const pressed = useRef<{ readonly key: string; readonly draft: Draft }>(undefined);
  useEffect(() => {
    if (!pressed.current) return;
    const isSame = pressed.current.key === key && pressed.current.draft === draft && !recording;
    if (isSame && load === 'loading') return;
    pressed.current = undefined;
    if (isSame && load === 'ready') submit();
  });
  return {
    press: () => {
      if (load === 'loading' && !isBlank(draft)) pressed.current = { key, draft };
    },
    cancel: () => {
      pressed.current = undefined;
    },
  };
};

interface ToolsProps extends Pick<Props, 'thread' | 'agent' | 'drafts' | 'model' | 'onChoose'> {
  readonly draft: Draft;
  readonly modes: Draft['modes'];
}

/** What can be added to the message: files, a mode, another model. */
const Tools = ({ thread, agent, drafts, model, draft, modes, onChoose }: ToolsProps) => {
  const { session } = useHost();
  const { booktAdmin: admin = false, models } = useBehavior(session.user$) ?? {};
  return (
    <>
      <AttachButton onClick={onChoose} />
      {!thread.fn && <ModeToggles modes={modes} secure={admin || modes.secure} onToggle={model.toggle} />}
      {models && !modes.secure && !modes.image && (
        <Suspense fallback={null}>
          <ModelPicker
            chosen={draft.model ?? thread.model}
            agent={agent}
            research={modes.research}
            onChoose={(id) => drafts.change({ model: id })}
          />
        </Suspense>
      )}
    </>
  );
};

/** The composer with its draft. Attachments, recordings and proposals are shown above the text. */
export const ComposerPanel = (props: Props) => {
  const { thread, drafts, model, inputRef, gauge, onTyped, onSent, onStop } = props;
  const recording = useBehavior(drafts.recording$) !== false;
  const help = useBehavior(model.help$);
  const [noMicrophone, setNoMicrophone] = useState('');
  const draft = useBehavior(drafts.shape$);
  const { text, files, voiceNote } = draft;
  const attached = files.length > 0 || voiceNote !== undefined;
  const modes = { ...draft.modes, secure: draft.modes.secure || thread.secure };
  const refusal = modes.secure ? 'secureNote' : voiceNote && 'oneNote';

  usePreloadedMarkdown(text !== '');

  const submit = () => {
    if (model.submit()) onSent();
  };
  const focus = () => inputRef.current?.focus();
  const early = useEarlyEnter(thread, draft, recording, submit);

  return (
    <Composer
      text={text}
      edition={draft}
      streaming={isWaiting(thread)}
      attached={attached}
      sendable={thread.load === 'ready' && (recording || !isBlank(draft))}
      inputRef={inputRef}
      onType={(typed) => {
        early.cancel();
        onTyped();
        drafts.type(typed);
      }}
      onSend={submit}
      onEarly={early.press}
      onStop={onStop}
      onFiles={model.attach}
      above={
        <AboveText
          {...{ thread, drafts, model, draft, attached, recording, help, focus }}
          secure={modes.secure}
          onNoMicrophone={setNoMicrophone}
          onNote={(url) => {
            drafts.setRecording(false);
            drafts.change({ voiceNote: url });
            submit();
            focus();
          }}
        />
      }
      tools={<Tools {...props} draft={draft} modes={modes} />}
      extras={
        <>
          {gauge && <Suspense fallback={null}>{gauge}</Suspense>}
          <ImproveButton onClick={model.openHelp} />
          {!recording && (
            <Record
              refused={refusal !== undefined}
              noMicrophone={noMicrophone}
              onRecord={() => {
                if (refusal) return model.refuseFor(refusal);
                setNoMicrophone('');
                drafts.setRecording(true);
              }}
              onRefuse={model.refuse}
            />
          )}
        </>
      }
    />
  );
};

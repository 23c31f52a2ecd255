import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { Button, IconButton } from '@atrium/shared-kernel/ui/button';
import { Spinner } from '@atrium/shared-kernel/ui/progress';
import ArrowUp from 'lucide-react/icons/arrow-up';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { distinctUntilChanged, map } from 'rxjs';
import { storeFile } from '../attachments/store-file.ts';
import { useHost } from '../remote.ts';
import { clockTime } from '../ui/clock-time.ts';
import { LevelMeter } from './level-meter.tsx';
import { record } from './microphone.ts';
import classes from './voice-bar.module.css';
import { createVoiceModel, type Voice, type VoiceModel } from './voice.model.ts';

interface Props {
  /** Called when the note has been recorded and stored. */
  readonly onNote: (url: string) => void;
  /** Called with how far the note is, whenever that changes. */
  readonly onPhase: (phase: Voice['phase']) => void;
  /**
   * Called when the chat is left before the note is stored. What it returns gets the note, if it could be stored, and
   * returns whether the chat took it.
   */
  readonly onLeft: () => (url: string | undefined) => boolean;
  /** Called when there is no note. */
  readonly onClose: () => void;
  /** Called when there is no microphone, or none that may be used. */
  readonly onNoMicrophone: (why: string) => void;
}

/** The reason why nothing can be recorded, for the user. The error itself is logged. */
const whyNot = (error: unknown): string => {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError')
    return 'Your browser doesn’t let Atrium use the microphone. Allow it in the site settings, then try again.';
  if (name === 'NotFoundError') return 'No microphone found. Connect one, then try again.';
  if (name === 'InvalidStateError')
    return 'Your microphone stopped before anything was recorded. Check that it’s connected, then try again.';
  return 'Your microphone couldn’t be started. Close other apps that use it, then try again.';
};

const keptText = 'Your recording is kept in the chat you left, as a voice note that isn’t sent yet.';

const labels = { starting: 'Waiting for the microphone', uploading: 'Uploading your voice note' } as const;

const State = ({ voice }: { readonly voice: Voice }) => {
  if (voice.phase === 'recording')
    return (
      <>
        <span className={classes.dot} aria-hidden />
        <span role="timer" aria-label="Recording time" className={classes.time}>
          {clockTime(voice.seconds)}
        </span>
        {voice.level && <LevelMeter level={voice.level} />}
        <span className={classes.words}>Recording</span>
      </>
    );
  if (voice.phase === 'interrupted')
    return (
      <span role="status" className={classes.interrupted}>
        {voice.full
          ? 'This is the longest a voice note can be. What was recorded is kept.'
          : 'Your microphone stopped. What it recorded until then is kept.'}
      </span>
    );
  if (voice.phase === 'failed') return <span className={classes.words}>Your voice note wasn’t uploaded.</span>;
  return (
    <>
      <Spinner />
      <span className={classes.words}>{labels[voice.phase]}</span>
    </>
  );
};

const Bar = ({ model, onClose }: { readonly model: VoiceModel; readonly onClose: () => void }) => {
  const voice = useBehavior(model.voice$);
  const stop = useRef<HTMLButtonElement>(null);
  const recording = voice.phase === 'recording';
  useEffect(() => {
    if (recording) stop.current?.focus();
  }, [recording]);
  return (
    <div className={classes.bar} role="group" aria-label="Voice note">
      <State voice={voice} />
      <IconButton
        label="Cancel recording"
        title="Cancel recording"
        icon={<X />}
        onClick={() => {
          model.cancel();
          onClose();
        }}
      />
      {(recording || voice.phase === 'interrupted') && (
        <Button ref={stop} variant="primary" icon={<ArrowUp />} onClick={() => void model.stop()}>
          {recording ? 'Stop and send' : 'Send what was recorded'}
        </Button>
      )}
      {voice.phase === 'failed' && (
        <Button variant="secondary" onClick={() => void model.stop()}>
          Try again
        </Button>
      )}
    </div>
  );
};

/**
 * Records a voice note and adds it to the draft. The microphone is released when the bar is removed. If that is because
 * the chat is left, the note is kept in its draft.
 */
export const VoiceBar = ({ onNote, onPhase, onLeft, onClose, onNoMicrophone }: Props) => {
  const { client, alerts, session } = useHost();
  const [model, setModel] = useState<VoiceModel>();
  const handlers = useRef({ onNote, onPhase, onLeft, onClose, onNoMicrophone });
  useEffect(() => {
    handlers.current = { onNote, onPhase, onLeft, onClose, onNoMicrophone };
  });
  useEffect(() => {
    let left = false;
    const voiceModel = createVoiceModel({
      record,
      store: (note, signal) => storeFile(client, note, { folder: 'audio-notes', signal, progress: () => {} }),
      onNote: (url) => handlers.current.onNote(url),
      onLeft() {
        left = true;
        const keep = handlers.current.onLeft();
        return (url) => {
          const kept = keep(url);
          if (kept) alerts.show({ message: keptText, type: 'info', time: toastTimes.long });
          return kept;
        };
      },
      onDenied(error) {
        // oxlint-disable-next-line no-console -- B4.31: errors of the microphone are only logged
        console.error('The microphone cannot be used.', error);
        handlers.current.onNoMicrophone(whyNot(error));
        handlers.current.onClose();
      },
      onFailure(message, retry) {
        const action = { label: 'Try again', onSelect: retry };
        // Once the chat is left, the bar that offers another try is gone.
        if (left) alerts.show({ message, type: 'error', time: 0, action });
        else alerts.show({ message, type: 'error', time: toastTimes.long });
      },
    });
    const phases = voiceModel.voice$
      .pipe(
        map(({ phase }) => phase),
        distinctUntilChanged(),
      )
      .subscribe((phase) => handlers.current.onPhase(phase));
    setModel(voiceModel);
    return () => {
      phases.unsubscribe();
      if (session.user$.value) voiceModel.leave();
      else voiceModel.cancel();
    };
  }, [client, alerts, session]);
  return model ? <Bar model={model} onClose={onClose} /> : null;
};

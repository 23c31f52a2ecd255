import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { type Behavior, useBehavior } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Spinner } from '@atrium/shared-kernel/ui/progress';
import Undo from 'lucide-react/icons/undo-2';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Draft } from '../draft/draft.ts';
import { useHost } from '../remote.ts';
import { improve, refusalOf } from './help.model.ts';
import classes from './prompt-help.module.css';

interface Props {
  readonly chatId: string | undefined;
  /** The composer's drafts, into which the improved prompt goes. */
  readonly drafts: { readonly draft$: Behavior<Draft>; readonly change: (change: Partial<Draft>) => void };
  readonly secure: boolean;
  /** Moves the focus to the composer. */
  readonly focus: () => void;
  readonly onClose: () => void;
}

/** The improved prompt, once it has arrived. If there is none, an alert says why and the help closes. */
const useImproved = ({ chatId, secure }: Props, draft: Draft, onClose: () => void) => {
  const remote = useHost();
  const [improved, setImproved] = useState<string>();

  const refuse = useEffectEvent((message: string) => {
    remote.alerts.show({ message, type: 'error', time: toastTimes.medium });
    onClose();
  });
  const request = useEffectEvent(async (signal: AbortSignal) => {
    const answer = await improve(remote, draft, chatId, signal);
    if (signal.aborted) return;
    if ('problem' in answer) refuse(answer.problem);
    else setImproved(answer.text);
  });
  useEffect(() => {
    const refusal = refusalOf(draft, secure);
    const aborter = new AbortController();
    if (refusal === undefined) void request(aborter.signal);
    else refuse(refusal);
    return () => aborter.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- one opening of the help is one request, for the text as it was then
  }, []);
  return improved;
};

/** Offers an improved prompt. An accepted one can be undone until it is changed or sent (B2.19). */
export const PromptHelp = (props: Props) => {
  const { drafts, focus, onClose } = props;
  // Every keystroke counts: the help closes when the draft it was made for changes.
  const draft = useBehavior(drafts.draft$);
  const close = () => {
    onClose();
    focus();
  };
  const improved = useImproved(props, draft, close);
  const [original, setOriginal] = useState<string>();

  const stale = original !== undefined && draft.text !== improved;
  const closeStale = useEffectEvent(close);
  useEffect(() => {
    if (stale) closeStale();
  }, [stale]);

  if (improved === undefined)
    return (
      <div className={classes.line} role="status">
        <Spinner />
        <span className={classes.words}>Improving your prompt</span>
        <Button size="s" variant="ghost" onClick={close}>
          Cancel
        </Button>
      </div>
    );
  if (original !== undefined)
    return (
      <div className={classes.line} role="status">
        <span className={classes.words}>Your prompt was improved.</span>
        <Button size="s" variant="ghost" icon={<Undo />} onClick={() => drafts.change({ text: original })}>
          Undo
        </Button>
      </div>
    );
  return (
    <section className={classes.box} aria-label="Improved prompt" aria-live="polite">
      <h2 className={classes.title}>Improved prompt</h2>
      <p className={classes.text}>{improved}</p>
      <div className={classes.choice}>
        <Button
          size="s"
          variant="primary"
          onClick={() => {
            setOriginal(draft.text);
            drafts.change({ text: improved });
            // This button goes.
            focus();
          }}
        >
          Use this prompt
        </Button>
        <Button size="s" variant="ghost" onClick={close}>
          Keep mine
        </Button>
      </div>
    </section>
  );
};

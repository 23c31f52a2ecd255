import { Button } from '@atrium/shared-kernel/ui/button';
import { TextArea } from '@atrium/shared-kernel/ui/field';
import ArrowRight from 'lucide-react/icons/arrow-right';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { firstQuestionMax } from './first-question.ts';
import styles from './visitor-panel.module.css';

interface Props {
  readonly visitor: boolean;
  readonly blank: boolean;
  readonly above?: ReactNode;
  /** Without it the field keeps its own text. */
  readonly text?: string;
  readonly onType?: (text: string) => void;
  readonly onSubmit?: (event: FormEvent) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** The field for a first question, with a button to continue. */
export const QuestionForm = ({ visitor, blank, above, text, onType, onSubmit, onKeyDown }: Props) => (
  <form
    className={styles.question}
    method="post"
    onSubmit={onSubmit}
    aria-label="Ask your first question"
    data-early-form="question"
  >
    {above}
    <TextArea
      label="Your first question"
      hideLabel
      hint={`We’ll keep it in this browser until you’ve ${visitor ? 'signed up' : 'subscribed'}. You send it yourself.`}
      placeholder="What would you like to know?"
      maxRows={6}
      maxLength={firstQuestionMax}
      enterKeyHint="go"
      dir="auto"
      autoComplete="off"
      data-early="message"
      value={text}
      onChange={onType}
      onKeyDown={onKeyDown}
    />
    <Button type="submit" variant="primary" size="l" icon={<ArrowRight />} disabled={blank}>
      Continue
    </Button>
  </form>
);

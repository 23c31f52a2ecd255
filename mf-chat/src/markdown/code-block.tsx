import { IconButton } from '@atrium/shared-kernel/ui/button';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import TextWrap from 'lucide-react/icons/text-wrap';
import X from 'lucide-react/icons/x';
import { use, useEffect, useState } from 'react';
import { saveFile } from '../ui/save-file.ts';
import classes from './code-block.module.css';
import { codeFileName } from './code-file.ts';
import { CodeText } from './code-text.tsx';
import { Lite } from './reduced.ts';

/** Milliseconds for which the check mark is shown after a copy (B4.51). */
const shownFor = 2000;

interface Props {
  code: string;
  language: string;
  /** Still being written: plain until its fence closes. */
  open: boolean;
}

const outcomes = {
  none: { label: 'Copy code', icon: <Copy /> },
  copied: { label: 'Copied', icon: <Check /> },
  failed: { label: 'Failed to copy', icon: <X /> },
} as const;

const CopyCode = ({ code }: Pick<Props, 'code'>) => {
  const [outcome, setOutcome] = useState<keyof typeof outcomes>('none');
  useEffect(() => {
    if (outcome === 'none') return undefined;
    const timer = setTimeout(() => setOutcome('none'), shownFor);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      // A page without TLS has no clipboard.
      await navigator.clipboard.writeText(code);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  };
  return (
    <>
      <IconButton size="s" {...outcomes[outcome]} title={outcomes[outcome].label} onClick={() => void copy()} />
      <span role="status" className={classes.unseen}>
        {outcome === 'failed' && outcomes.failed.label}
      </span>
    </>
  );
};

/** A block of code with its actions. Lite mode has none (B4.51). */
export const CodeBlock = ({ code, language, open }: Props) => {
  const lite = use(Lite);
  const [wrap, setWrap] = useState(false);
  return (
    <figure dir="ltr" className={classes.block} aria-label={language ? `Code, ${language}` : 'Code'}>
      {!lite && (
        <figcaption className={classes.head}>
          <span className={classes.language}>{language || 'text'}</span>
          <IconButton
            size="s"
            label="Wrap lines"
            title="Wrap lines"
            icon={<TextWrap />}
            aria-pressed={wrap}
            onClick={() => setWrap(!wrap)}
          />
          <IconButton
            size="s"
            label="Save code as a file"
            title="Save as a file"
            icon={<Download />}
            onClick={() => saveFile(codeFileName(language), new Blob([code, '\n'], { type: 'text/plain' }))}
          />
          <CopyCode code={code} />
        </figcaption>
      )}
      <pre className={classes.code} data-wrap={wrap} tabIndex={0}>
        <code>
          <CodeText plain={open} code={code} language={language} />
        </code>
      </pre>
    </figure>
  );
};

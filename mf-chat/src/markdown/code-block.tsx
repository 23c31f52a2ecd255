import { IconButton } from '@atrium/shared-kernel/ui/button';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { use, useEffect, useState } from 'react';
import classes from './code-block.module.css';
import { CodeText } from './code-text.tsx';
import { Lite } from './reduced.ts';

/** Milliseconds that the check mark stands after a copy (B4.51). */
const copiedFor = 2000;

interface Props {
  code: string;
  language: string;
  /** Still being written: plain until its fence closes. */
  open: boolean;
}

export const CodeBlock = ({ code, language, open }: Props) => {
  const lite = use(Lite);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedFor);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    navigator.clipboard.writeText(code).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <figure className={classes.block} aria-label={language ? `Code, ${language}` : 'Code'}>
      {!lite && (
        <figcaption className={classes.head}>
          <span>{language || 'text'}</span>
          <IconButton
            size="s"
            label={copied ? 'Copied' : 'Copy code'}
            icon={copied ? <Check /> : <Copy />}
            onClick={copy}
          />
        </figcaption>
      )}
      <pre className={classes.code} tabIndex={0}>
        <code>
          <CodeText plain={open} code={code} language={language} />
        </code>
      </pre>
    </figure>
  );
};

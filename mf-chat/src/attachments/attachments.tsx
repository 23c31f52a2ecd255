import { upload } from '@atrium/shared-kernel/contracts/constants';
import type { UserFile } from '@atrium/shared-kernel/contracts/entities/chat';
import { Progress } from '@atrium/shared-kernel/ui/progress';
import Mic from 'lucide-react/icons/mic';
import X from 'lucide-react/icons/x';
import { type MouseEvent, useRef } from 'react';
import { type Draft, isUploading } from '../draft/draft.ts';
import { Attachment } from './attachment.tsx';
import classes from './attachments.module.css';
import { megabytes, sizeLevel } from '@atrium/shared-kernel/contracts/attachments';

interface Props {
  readonly draft: Draft;
  readonly model: {
    readonly remove: (id: string) => void;
    readonly changeFile: (id: string, change: Partial<UserFile>) => void;
  };
  /** Removes the voice note. */
  readonly onNoNote: () => void;
  /** Called before the last attachment is removed, whose button may have the focus. */
  readonly onLast: () => void;
}

const tones = { fine: 'accent', warning: 'warn', error: 'danger' } as const;
const suffixes = { fine: '', warning: ' – nearly full', error: ' – almost at the limit' } as const;

const statusOf = ({ files }: Draft): string => {
  const waiting = files.filter(({ url }) => url === undefined).length;
  if (waiting > 0) return `Uploading ${waiting} of ${files.length} files`;
  return files.length === 1 ? '1 file attached' : `${files.length} files attached`;
};

type Remove = (event: MouseEvent<HTMLButtonElement>) => void;

const VoiceNote = ({ onRemove }: { readonly onRemove: Remove }) => (
  <li className={classes.chip}>
    <span className={classes.noteIcon} aria-hidden>
      <Mic />
    </span>
    <span className={classes.about}>Voice note</span>
    <button type="button" className={classes.remove} aria-label="Remove voice note" onClick={onRemove}>
      <X aria-hidden />
    </button>
  </li>
);

/** How much of the allowed size is used. */
const Size = ({ bytes }: { readonly bytes: number }) => {
  const level = sizeLevel(bytes);
  const detail = `${megabytes(bytes)} of ${megabytes(upload.total)} MB${suffixes[level]}`;
  return (
    <div className={classes.size} data-level={level}>
      <Progress
        className={classes.meter}
        label="Attachment size"
        hideLabel
        value={(bytes / upload.total) * 100}
        tone={tones[level]}
        detail={detail}
      />
      <span aria-hidden>{detail}</span>
    </div>
  );
};

/** The attachments of the draft: files and their uploads, a voice note, and how much more fits (B5.16). */
export const Attachments = ({ draft, model, onNoNote, onLast }: Props) => {
  const { files, voiceNote } = draft;
  const size = files.reduce((sum, file) => sum + (file.size ?? 0), 0);
  const list = useRef<HTMLUListElement>(null);
  // Otherwise the focus would fall back to the page along with the button.
  const passFocus: Remove = ({ currentTarget }) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(currentTarget);
    const next = buttons[at + 1] ?? buttons[at - 1];
    if (next) next.focus();
    else onLast();
  };
  return (
    <div className={classes.attachments}>
      <ul ref={list} className={classes.list} aria-label="Attachments" aria-busy={isUploading(draft)}>
        {files.map((file) => (
          <Attachment
            key={file._id}
            file={file}
            onRemove={(event) => {
              passFocus(event);
              model.remove(file._id);
            }}
            onRatio={(aspectRatio) => model.changeFile(file._id, { aspectRatio })}
          />
        ))}
        {voiceNote !== undefined && (
          <VoiceNote
            onRemove={(event) => {
              passFocus(event);
              onNoNote();
            }}
          />
        )}
      </ul>
      <p className={classes.unseen} role="status">
        {files.length > 0 && statusOf(draft)}
      </p>
      <ul className={classes.notes} role="status" aria-label="Notes on attachments">
        {files.map(({ _id, note }) => note !== undefined && <li key={_id}>{note}</li>)}
      </ul>
      {size > 0 && <Size bytes={size} />}
    </div>
  );
};

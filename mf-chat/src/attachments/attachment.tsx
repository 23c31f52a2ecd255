import type { UserFile } from '@atrium/shared-kernel/contracts/entities/chat';
import X from 'lucide-react/icons/x';
import { type MouseEvent, useState } from 'react';
import { FileIcon, FileName, kindName } from '../ui/file-icon.tsx';
import classes from './attachments.module.css';
import { megabytes } from '@atrium/shared-kernel/contracts/attachments';

interface Props {
  readonly file: UserFile;
  readonly onRemove: (event: MouseEvent<HTMLButtonElement>) => void;
  /** The picture's width by its height, as soon as it is known. */
  readonly onRatio: (ratio: number) => void;
}

const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${megabytes(bytes)} MB`;

/** A file of the draft, with its progress during the upload. A picture that the browser can display is shown. */
export const Attachment = ({ file, onRemove, onRatio }: Props) => {
  const { name, type, url, tempUrl, progress = 0, size, aspectRatio, note } = file;
  const [broken, setBroken] = useState(false);
  const done = url !== undefined;
  const picture = type.startsWith('image/') && !broken ? (tempUrl ?? url) : undefined;
  const about = done
    ? [kindName(type), size && sizeOf(size)].filter(Boolean).join(' · ')
    : progress < 100
      ? `Uploading ${progress}%`
      : 'Reading';
  return (
    <li
      className={picture === undefined ? classes.chip : classes.picture}
      data-done={done || undefined}
      data-noted={note !== undefined || undefined}
    >
      {picture === undefined ? (
        <>
          <FileIcon type={type} />
          <span className={classes.text}>
            <FileName name={name} />
            <span className={classes.about}>{about}</span>
          </span>
        </>
      ) : (
        <img
          className={classes.image}
          src={picture}
          alt={name}
          title={name}
          onError={() => setBroken(true)}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            if (aspectRatio === undefined && width > 0 && height > 0) onRatio(width / height);
          }}
        />
      )}
      {!done && <progress className={classes.progress} aria-label={`Uploading ${name}`} max={100} value={progress} />}
      <button
        type="button"
        className={classes.remove}
        aria-label={done ? `Remove ${name}` : `Cancel upload of ${name}`}
        onClick={onRemove}
      >
        <X aria-hidden />
      </button>
    </li>
  );
};

import * as dialogs from '#contracts/dialogs';
import type { Omission } from '@atrium/shared-kernel/contracts/entities/omission';
import type { UserFile } from '@atrium/shared-kernel/contracts/entities/chat';
import { useState } from 'react';
import { ownPath } from '../links/safe-url.ts';
import { useHost } from '../remote.ts';
import { FileIcon, FileName, kindName } from '../ui/file-icon.tsx';
import { AudioPlayer } from './audio-player.tsx';
import classes from './user-attachments.module.css';
import { fileNotYours } from '@atrium/shared-kernel/contracts/sentences';
import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { useOpenTab } from '../ui/use-open-tab.ts';

/**
 * Distributes pictures over columns of equal width, each into the column that is shortest so far. A picture's height
 * follows from its aspect ratio.
 */
export const columnsOf = (pictures: readonly UserFile[], count = 2): readonly (readonly UserFile[])[] => {
  const columns = Array.from({ length: Math.min(count, pictures.length) }, () => ({
    height: 0,
    files: [] as UserFile[],
  }));
  for (const picture of pictures) {
    const lowest = columns.reduce((best, column) => (column.height < best.height ? column : best));
    lowest.files.push(picture);
    lowest.height += 1 / (picture.aspectRatio ?? 1);
  }
  return columns.map(({ files }) => files);
};

/** Opens a stored file in a new tab. The service issues the link, and only to users who may read the file (B8.32). */
const useOpenFile = () => {
  const { client, alerts, scope } = useHost();
  const openTab = useOpenTab();
  return async ({ url }: UserFile): Promise<void> => {
    if (url === undefined) return;
    try {
      const input = { identifierString: url };
      const answer = await client.call(calls.files.objectFromPresignedUrl, input, { signal: scope.signal });
      openTab(answer.url, 'Your file is ready.');
    } catch (error) {
      if (scope.signal.aborted) return;
      const message = messageOf(error, fileNotYours);
      alerts.show({ message, type: 'error', time: toastTimes.medium });
    }
  };
};

interface Props {
  readonly files: readonly UserFile[];
  readonly voiceNote: string | undefined;
  /** What the model was not given from the message. */
  readonly omissions?: readonly Omission[] | undefined;
}

const notes: Readonly<Record<string, string>> = {
  'files-cut': 'Only partly read',
  'files-left-out': 'Not read',
  'files-empty': 'No text found, maybe a scan',
  'pages-empty': 'Pages without text',
};
const stemOf = (name: string): string => name.replace(/\.[^.]+$/, '');

/** A short label for what was not read of a file. The answer has the whole sentence. */
const noteOn = ({ name }: UserFile, omissions: readonly Omission[] = []): string | undefined => {
  const names = (one: string) => one === name || (name.endsWith('.txt') && stemOf(one) === stemOf(name));
  const found = omissions.find((one) => one.kind in notes && one.names?.some(names));
  return found && notes[found.kind];
};

const FileChips = ({ files, omissions }: Pick<Props, 'files' | 'omissions'>) => {
  const open = useOpenFile();
  return (
    <ul className={classes.chips} aria-label="Attached files">
      {files.map((file) => (
        <li key={file._id}>
          <button
            type="button"
            className={classes.chip}
            aria-label={`Open ${file.name}`}
            onClick={() => void open(file)}
          >
            <FileIcon type={file.type} />
            <span className={classes.text}>
              <FileName name={file.name} />
              <span className={classes.kind}>
                {[kindName(file.type), noteOn(file, omissions)].filter(Boolean).join(' · ')}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
};

/** Pictures of a message in two columns, its other files as chips, its voice note with a player (B2.20). */
export const UserAttachments = ({ files, voiceNote, omissions }: Props) => {
  const { dialogs: shown, navigation } = useHost();
  const [broken, setBroken] = useState<readonly string[]>([]);
  // Some browsers cannot display the chosen file itself, for example HEIC. Then the copy that the service converted is
  // tried.
  const sourceOf = ({ tempUrl, url = '' }: UserFile) =>
    [tempUrl, ownPath(url, navigation.origin)].find((one) => one !== undefined && !broken.includes(one));
  const isShown = (file: UserFile) => file.type.startsWith('image/') && sourceOf(file) !== undefined;
  const pictures = files.filter(isShown);
  const note = voiceNote === undefined ? undefined : ownPath(voiceNote, navigation.origin);
  return (
    <div className={classes.attachments}>
      {pictures.length > 0 && (
        <div className={classes.masonry} role="group" aria-label="Attached images">
          {columnsOf(pictures).map((column) => (
            <div key={column[0]?._id} className={classes.column}>
              {column.map((file) => (
                <button
                  key={file._id}
                  type="button"
                  className={classes.picture}
                  aria-label={`Zoom ${file.name}`}
                  onClick={() => void shown.open(dialogs.chat.zoom, { url: sourceOf(file) ?? '', alt: file.name })}
                >
                  <img
                    src={sourceOf(file)}
                    alt={file.name}
                    style={{ aspectRatio: file.aspectRatio ?? 1 }}
                    onError={() => setBroken((known) => [...known, sourceOf(file) ?? ''])}
                  />
                </button>
              ))}
            </div>
          ))}
        </div>
      )}
      {files.length > pictures.length && (
        <FileChips files={files.filter((file) => !pictures.includes(file))} omissions={omissions} />
      )}
      {note !== undefined && <AudioPlayer src={note} />}
    </div>
  );
};

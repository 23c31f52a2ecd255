import { importMax } from '@atrium/shared-kernel/contracts/constants';
import { exportAddress } from '@atrium/shared-kernel/contracts/entities/data';
import { Button, buttonLook } from '@atrium/shared-kernel/ui/button';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Progress } from '@atrium/shared-kernel/ui/progress';
import Download from 'lucide-react/icons/download';
import FileUp from 'lucide-react/icons/file-up';
import { useRef } from 'react';
import { useHost } from '../remote.ts';
import styles from './data.module.css';
import { ImportItem } from './import-item.tsx';
import { useImportFile, useImports } from './imports.api.ts';

const gigabytes = importMax / 1024 ** 3;

/** Why a file is refused before it is uploaded. Undefined if it may be an export. */
const reasonAgainst = ({ name, size }: File): string | undefined => {
  if (!name.toLowerCase().endsWith('.zip')) return 'Please choose the .zip file of an export.';
  if (size === 0) return 'This file is empty.';
  return size > importMax ? `This file is larger than ${gigabytes} GB.` : undefined;
};

const Export = () => (
  <section aria-label="Export" className={styles.part}>
    <h3>Export</h3>
    <p>
      One zip file with all your data: all chats as Markdown, your files, and chats, collections, memories and agents as
      JSON. Secure chats are included, and anyone who has the file can read them.
    </p>
    <a href={exportAddress} download className={buttonLook({ variant: 'secondary' })}>
      <Download size={16} aria-hidden />
      Download my data
    </a>
  </section>
);

const Import = () => {
  const { imports, failed, failure, retry } = useImports();
  const { upload, unstarted, ownId, problem, send, restart, refuse, cancel } = useImportFile();
  // An upload that runs has its own bar.
  const listed = imports.filter(({ _id }) => _id !== ownId);
  const input = useRef<HTMLInputElement>(null);
  const choose = (file: File | undefined) => {
    if (input.current) input.current.value = '';
    if (!file) return;
    const reason = reasonAgainst(file);
    if (reason) refuse(reason);
    else void send(file);
  };
  return (
    <section aria-label="Import" className={styles.part}>
      <h3>Import</h3>
      <p>
        Choose a zip file exported from Atrium, from ChatGPT (Settings, Data controls, Export data) or from Claude
        (Settings, Privacy, Export data). Anything already here is skipped.
      </p>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        aria-label="File to import"
        className={styles.input}
        tabIndex={-1}
        onChange={(event) => choose(event.target.files?.[0])}
      />
      <div className={styles.upload}>
        {upload && <Progress label={`Uploading ${upload.name}`} value={upload.percent} detail={`${upload.percent}%`} />}
        {/* One button for both, which keeps the focus. */}
        <Button
          icon={upload ? undefined : <FileUp />}
          busy={upload?.sent}
          busyLabel="Starting…"
          onClick={() => (upload ? cancel() : input.current?.click())}
        >
          {upload ? 'Cancel' : 'Choose a file'}
        </Button>
      </div>
      {upload && <p>You can close this. The upload continues as long as the page is open.</p>}
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {unstarted && (
        <p>
          {`${unstarted.name} is uploaded, but its import has not started. `}
          <Button size="s" onClick={restart}>
            Try again
          </Button>
        </p>
      )}
      {failed && <FailureState small title="Couldn’t load your imports." text={failure || undefined} onRetry={retry} />}
      {listed.length > 0 && (
        <ul aria-label="Imports" className={styles.imports}>
          {listed.map((one) => (
            <ImportItem key={one._id} one={one} />
          ))}
        </ul>
      )}
    </section>
  );
};

/** Exports all of the user's data, and imports exports of this and other products. */
export const DataDialog = () => {
  const { close } = useHost();
  return (
    <DialogBody title="Your data" onClose={() => close()}>
      <div className={styles.data}>
        <Export />
        <Import />
      </div>
    </DialogBody>
  );
};

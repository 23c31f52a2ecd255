import type { UserFile } from '@atrium/shared-kernel/contracts/entities/chat';
import { DropArea } from '@atrium/shared-kernel/drops/drop-area';
import { createDropModel } from '@atrium/shared-kernel/drops/model';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { Button, IconButton } from '@atrium/shared-kernel/ui/button';
import { Progress } from '@atrium/shared-kernel/ui/progress';
import { ListItem } from '@atrium/shared-kernel/ui/list-item/list-item';
import FileIcon from 'lucide-react/icons/file-text';
import Paperclip from 'lucide-react/icons/paperclip';
import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import { useHost } from '../remote.ts';
import type { AgentFilesModel } from './agent-files.model.ts';
import styles from './agents.module.css';

const Row = ({ file, onRemove }: { file: UserFile; onRemove: () => void }) => {
  const done = file.url !== undefined;
  return (
    <ListItem className={styles.file}>
      <FileIcon aria-hidden />
      <span className={styles.fileText}>
        <span dir="auto" className={styles.fileName} title={file.name}>
          {file.name}
        </span>
        {file.note !== undefined && <span className={styles.fileNote}>{file.note}</span>}
        {!done && <Progress hideLabel label={`Uploading ${file.name}`} value={file.progress ?? 0} />}
      </span>
      <IconButton
        size="s"
        label={done ? `Remove ${file.name}` : `Cancel upload of ${file.name}`}
        icon={<X />}
        onClick={onRemove}
      />
    </ListItem>
  );
};

interface Props {
  model: AgentFilesModel;
}

/** The files of an agent or a collection, and a button to add some; they can also be dropped here. */
export const AgentFiles = ({ model }: Props) => {
  const { scope } = useHost();
  const files = useBehavior(model.files$);
  const [drops] = useState(() => createDropModel(scope));
  const input = useRef<HTMLInputElement>(null);
  return (
    <DropArea className={styles.drops} model={drops} onFiles={model.add}>
      <fieldset className={styles.group} tabIndex={-1}>
        <legend className={styles.legend}>Files</legend>
        {files.length > 0 && (
          <ul className={styles.files}>
            {files.map((file) => (
              <Row key={file._id} file={file} onRemove={() => model.remove(file._id)} />
            ))}
          </ul>
        )}
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Choose files"
          onChange={({ currentTarget }) => {
            model.add([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
        <Button size="s" className={styles.add} icon={<Paperclip />} onClick={() => input.current?.click()}>
          Add files
        </Button>
      </fieldset>
    </DropArea>
  );
};

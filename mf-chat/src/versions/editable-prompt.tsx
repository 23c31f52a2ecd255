import { useBehavior } from '@atrium/shared-kernel/remote';
import { type ReactNode, useEffect, useRef } from 'react';
import type { LiveMessage } from '../reply/reply.ts';
import { EditPrompt } from './edit-prompt.tsx';
import { PromptActions } from './prompt-actions.tsx';
import { VersionNavigator } from './version-navigator.tsx';
import { editedId } from './version-of.ts';
import type { VersionsModel } from './versions.model.ts';
import { useVersions } from './versions-context.ts';
import styles from './versions.module.css';

interface Props {
  readonly message: LiveMessage;
  /** The prompt as it is shown for reading. */
  readonly children: ReactNode;
}

const Editable = ({ message, versions, children }: Props & { readonly versions: VersionsModel }) => {
  const edits = useBehavior(versions.edits$);
  const editing = editedId(message, edits);
  const box = useRef<HTMLDivElement>(null);
  const wasEditing = useRef(editing);
  // After a cancel, the focus returns to the button that started the edit.
  useEffect(() => {
    if (wasEditing.current && !editing) box.current?.querySelector<HTMLButtonElement>('[data-edit]')?.focus();
    wasEditing.current = editing;
  }, [editing]);
  if (editing !== undefined)
    return <EditPrompt message={message} versions={versions} editing={editing} text={edits.get(editing) ?? ''} />;
  return (
    <>
      <div ref={box} className={styles.prompt}>
        {children}
        <PromptActions message={message} />
      </div>
      <VersionNavigator message={message} versions={versions} of="question" />
    </>
  );
};

/** A prompt with its actions, or the text area in which it is edited. */
export const EditablePrompt = ({ message, children }: Props) => {
  const versions = useVersions();
  if (!versions) return children;
  return (
    <Editable message={message} versions={versions}>
      {children}
    </Editable>
  );
};

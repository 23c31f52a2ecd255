import { useBehavior } from '@atrium/shared-kernel/remote';
import type { ReactNode } from 'react';
import type { LiveMessage } from '../reply/reply.ts';
import { EditPrompt } from './edit-prompt.tsx';
import { PromptActions } from './prompt-actions.tsx';
import type { VersionsModel } from './versions.model.ts';
import { useVersions } from './versions-context.ts';

interface Props {
  readonly message: LiveMessage;
  /** The prompt as it is read. */
  readonly children: ReactNode;
}

const Editable = ({ message, versions, children }: Props & { readonly versions: VersionsModel }) => {
  const text = useBehavior(versions.edits$).get(message._id);
  if (text !== undefined) return <EditPrompt message={message} versions={versions} text={text} />;
  return (
    <>
      {children}
      <PromptActions message={message} />
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

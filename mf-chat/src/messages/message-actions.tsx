import { useBehavior } from '@atrium/shared-kernel/remote';
import { isActive } from '@atrium/shared-kernel/session';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import { Tooltip } from '@atrium/shared-kernel/ui/tooltip';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import Flag from 'lucide-react/icons/flag';
import Hash from 'lucide-react/icons/hash';
import { useContext } from 'react';
import { ChatContext } from '../added/chat-context.ts';
import { MoreActions } from '../added/slots.tsx';
import { useHost } from '../remote.ts';
import type { LiveMessage } from '../reply/reply.ts';
import { useCopy } from '../ui/use-copy.ts';
import { AnswerVersions } from '../versions/answer-versions.tsx';
import { DownloadActions } from './download-actions.tsx';
import styles from './messages.module.css';
import type { Message } from '@atrium/shared-kernel/contracts/entities/chat';
import { citationsIn } from '@atrium/shared-kernel/markdown/citations';
import { withClosedFence } from '@atrium/shared-kernel/markdown/closed-fence';

/** An answer as Markdown for use elsewhere, with the list of its sources below it. */
export const asMarkdown = (message: Pick<Message, 'content' | 'citations'>): string => {
  const sources = citationsIn(message.citations).map((url, index) => `${index + 1}. <${url}>`);
  const text = message.content.trim();
  return sources.length === 0 ? text : [withClosedFence(text), '', 'Sources:', '', ...sources].join('\n');
};

/** The button to report an answer, if the reader may. */
const ReportAction = ({ messageId, onReport }: Pick<AnswerActions, 'onReport'> & { readonly messageId: string }) =>
  onReport && (
    <Tooltip label="Report" side="bottom">
      <IconButton size="s" label="Report answer" icon={<Flag />} onClick={() => onReport(messageId)} />
    </Tooltip>
  );

/** What the actions of every answer in a thread have in common. */
export interface AnswerActions {
  /** The chat's title. Empty while it has none. */
  readonly title: string;
  /** Reports the answer with that id. Undefined if the reader may not. */
  readonly onReport?: ((messageId: string) => void) | undefined;
}

export interface MessageActionsProps extends AnswerActions {
  readonly message: LiveMessage;
  /** Whether it is the last message. */
  readonly last?: boolean | undefined;
}

const formatted = async (markdown: string): Promise<string> =>
  (await import(/* webpackChunkName: "markdown" */ '../markdown/rich-text.ts')).richText(markdown);

const CopyAction = ({ message, rich }: Pick<MessageActionsProps, 'message'> & { readonly rich: boolean }) => {
  const { copied, copy } = useCopy();
  const label = rich ? 'Copy as rich text' : 'Copy as Markdown';
  const press = () => {
    const markdown = asMarkdown(message);
    void copy(markdown, rich ? formatted(markdown) : undefined);
  };
  return (
    <Tooltip label={label} side="bottom">
      <IconButton size="s" label={label} icon={copied ? <Check /> : rich ? <Copy /> : <Hash />} onClick={press} />
    </Tooltip>
  );
};

/** The actions of an answer. Only a complete one that names its model has them (B4.24), and not once it is reported. */
export const MessageActions = ({ message, title, onReport }: MessageActionsProps) => {
  const { session } = useHost();
  const chatId = useContext(ChatContext);
  const user = useBehavior(session.user$);
  // The service generates documents only for users who can chat. Others can read shared chats, and their own earlier
  // ones.
  const mayDownload = user !== undefined && isActive(user.subscriptionEndDate);
  const versions = <AnswerVersions message={message} />;
  if (message.pending || message.failed || !message.modal || message.reportId) return versions;
  return (
    <div className={styles.actions} role="group" aria-label="Answer">
      <CopyAction message={message} rich />
      <CopyAction message={message} rich={false} />
      {mayDownload && message.content !== '' && <DownloadActions message={message} title={title} />}
      <ReportAction messageId={message._id} onReport={onReport} />
      {versions}
      {chatId !== undefined && <MoreActions chatId={chatId} messageId={message._id} />}
      {(user?.booktAdmin || user?.models) && <span className={styles.model}>{message.modal}</span>}
    </div>
  );
};

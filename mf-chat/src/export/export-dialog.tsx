import { messageOf } from '@atrium/shared-kernel/client';
import * as dialogs from '#contracts/dialogs';
import { useBehavior, useDialogInput } from '@atrium/shared-kernel/remote';
import { isActive } from '@atrium/shared-kernel/session';
import { Button } from '@atrium/shared-kernel/ui/button';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Progress } from '@atrium/shared-kernel/ui/progress';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import { strToU8, zipSync } from 'fflate';
import Copy from 'lucide-react/icons/copy';
import FileArchive from 'lucide-react/icons/file-archive';
import FileDown from 'lucide-react/icons/file-down';
import FileText from 'lucide-react/icons/file-text';
import Hash from 'lucide-react/icons/hash';
import { useDocument } from '../documents/use-document.ts';
import { useHost } from '../remote.ts';
import { saveFile } from '../ui/save-file.ts';
import { useCopy } from '../ui/use-copy.ts';
import { documentOf, useWrittenChats, type WrittenChat } from './export.api.ts';
import styles from './export.module.css';

/** A zip file with one Markdown file per chat. Ids make their names unique. */
const archiveOf = (chats: readonly WrittenChat[]): Blob => {
  const files = chats.map((chat) => [`${chat.name} ${chat.id}.md`, strToU8(documentOf(chat))] as const);
  return new Blob([zipSync(Object.fromEntries(files))], { type: 'application/zip' });
};

const tooLarge = 'This chat is too long for one PDF. Save it as Markdown instead.';

const OneChat = ({ chat }: { readonly chat: WrittenChat }) => {
  const { session } = useHost();
  const user = useBehavior(session.user$);
  const { copy } = useCopy();
  const { making, make } = useDocument();
  const markdown = documentOf(chat);
  const formatted = async () =>
    (await import(/* webpackChunkName: "markdown" */ '../markdown/rich-text.ts')).richText(markdown);
  return (
    <div className={styles.ways}>
      <Button icon={<Copy />} onClick={() => void copy(markdown, formatted())}>
        Copy as rich text
      </Button>
      <Button icon={<Hash />} onClick={() => void copy(markdown)}>
        Copy as Markdown
      </Button>
      <Button
        icon={<FileText />}
        onClick={() => saveFile(`${chat.name}.md`, new Blob([markdown], { type: 'text/markdown' }))}
      >
        Save as Markdown
      </Button>
      {user && isActive(user.subscriptionEndDate) && (
        <Button
          icon={<FileDown />}
          busy={making === 'pdf'}
          onClick={() => void make('pdf', { title: chat.title, markdown: chat.text, tooLarge })}
        >
          Save as PDF
        </Button>
      )}
    </div>
  );
};

const SeveralChats = ({ chats }: { readonly chats: readonly WrittenChat[] }) => {
  const save = () => saveFile(`atrium-chats-${new Date().toISOString().slice(0, 10)}.zip`, archiveOf(chats));
  return (
    <div className={styles.ways}>
      <Button icon={<FileArchive />} disabled={chats.length === 0} onClick={save}>
        Save as Markdown (zip)
      </Button>
    </div>
  );
};

/** Exports chats, to the clipboard or as files. */
export const ExportDialog = () => {
  const { close } = useHost();
  const { chatIds } = useDialogInput(dialogs.chat.exportChats);
  const { chats, read, error, isFetching, retry } = useWrittenChats(chatIds);
  const [first] = chats ?? [];
  const single = chatIds.length === 1;
  const deleted = chatIds.length - (chats?.length ?? chatIds.length);
  return (
    <DialogBody
      title={single ? 'Export chat' : `Export ${chatIds.length} chats`}
      description={single && first ? <bdi>{first.title}</bdi> : undefined}
      onClose={() => close()}
      aria-busy={isFetching}
    >
      {isFetching &&
        (single ? (
          <Skeleton shape="block" height="76px" />
        ) : (
          <Progress
            label="Reading your chats"
            value={(100 * read) / chatIds.length}
            detail={`${read} of ${chatIds.length}`}
          />
        ))}
      {!isFetching && chats === undefined && (
        <FailureState small title="Failed to get chats." text={messageOf(error, 'Please try again.')} onRetry={retry} />
      )}
      {chats?.some(({ secure }) => secure) && (
        <p className={styles.note}>
          {single ? 'This is a secure chat.' : 'Some of these are secure chats.'} Anyone who has the file can read it.
        </p>
      )}
      {deleted > 0 && (
        <p className={styles.note}>{deleted === 1 ? '1 chat was' : `${deleted} chats were`} deleted in the meantime.</p>
      )}
      {chats && (single ? first && <OneChat chat={first} /> : <SeveralChats chats={chats} />)}
    </DialogBody>
  );
};

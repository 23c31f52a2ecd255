import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import { OutsideImage } from '../markdown/outside.tsx';
import { ownPath } from '../links/safe-url.ts';
import { useHost } from '../remote.ts';
import styles from './assistant-file.module.css';

interface AssistantFileProps {
  readonly url: string;
  readonly type: string | undefined;
  readonly name: string | undefined;
}

/** What kind of document it is, as people say it. */
const kindOf = (type: string | undefined): string => (type?.split('/').at(-1) ?? 'file').toUpperCase();

/** The file's name in its path, without the link of a shared chat behind it. */
const nameIn = (path: string): string => decodeURIComponent(path.split('?', 1)[0]?.split('/').at(-1) ?? 'Document');

const madeByAssistant = 'From the assistant';

/** A document to download, or an image, that the assistant made. Only the product's own objects are loaded. */
export const AssistantFile = ({ url, type, name }: AssistantFileProps) => {
  const { dialogs: shown, navigation } = useHost();
  const own = ownPath(url, navigation.origin);
  const image = type === 'image' || type?.startsWith('image/') === true;
  if (image)
    return own === undefined ? (
      <OutsideImage src={url} />
    ) : (
      <button
        type="button"
        className={styles.picture}
        aria-label="Zoom image from the assistant"
        onClick={() => void shown.open(dialogs.chat.zoom, { url: own, alt: madeByAssistant })}
      >
        <img className={styles.image} src={own} alt={madeByAssistant} />
      </button>
    );
  if (own === undefined) return null;
  const title = name ?? nameIn(own);
  return (
    <a className={styles.card} href={own} download={title}>
      <span className={styles.icon} aria-hidden>
        <FileText />
      </span>
      <span className={styles.text}>
        <span className={styles.name}>{title}</span>
        <span className={styles.kind}>{kindOf(type)}</span>
      </span>
      <Download aria-label="Download" className={styles.download} />
    </a>
  );
};

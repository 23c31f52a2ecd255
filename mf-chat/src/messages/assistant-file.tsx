import { fileNameIn } from '@atrium/shared-kernel/contracts/file-name';
import * as dialogs from '#contracts/dialogs';
import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import { ownPath } from '../links/safe-url.ts';
import { OutsideImage } from '../markdown/outside.tsx';
import { useHost } from '../remote.ts';
import styles from './assistant-file.module.css';

interface AssistantFileProps {
  readonly url: string;
  readonly type: string | undefined;
  readonly name: string | undefined;
  /** The prompt that asked for it, which describes a picture. */
  readonly prompt?: string;
}

/** The kind of document as people call it, for example PDF. */
const kindOf = (type: string | undefined): string => (type?.split('/').at(-1) ?? 'file').toUpperCase();

/** Maximum characters of a description, because screen readers read all of it. */
const maxAlt = 300;

/** A document to download, or an image, that the assistant created. Only the product's own objects are loaded. */
export const AssistantFile = ({ url, type, name, prompt = '' }: AssistantFileProps) => {
  const { dialogs: shown, navigation } = useHost();
  const own = ownPath(url, navigation.origin);
  const image = type === 'image' || type?.startsWith('image/') === true;
  if (own === undefined) return image ? <OutsideImage src={url} /> : null;
  const title = name ?? fileNameIn(own);
  if (image) {
    const alt = prompt.trim().slice(0, maxAlt) || 'From the assistant';
    return (
      <div className={styles.made}>
        <button
          type="button"
          className={styles.picture}
          aria-label={`Zoom image: ${alt}`}
          onClick={() => void shown.open(dialogs.chat.zoom, { url: own, alt })}
        >
          <img className={styles.image} src={own} alt={alt} />
        </button>
        <a className={styles.save} href={own} download={title}>
          <Download aria-hidden />
          Download
        </a>
      </div>
    );
  }
  return (
    <a className={styles.card} href={own} download={title}>
      <span className={styles.icon} aria-hidden>
        <FileText />
      </span>
      <span className={styles.text}>
        <span dir="auto" className={styles.name}>
          {title}
        </span>
        <span className={styles.kind}>{kindOf(type)}</span>
      </span>
      <Download aria-label="Download" className={styles.download} />
    </a>
  );
};

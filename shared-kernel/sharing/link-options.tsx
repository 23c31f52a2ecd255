// Imported by its public name, because remotes get the button from the shell.
import { Button, buttonLook } from '@atrium/shared-kernel/ui/button';
import Download from 'lucide-react/icons/download';
import Mail from 'lucide-react/icons/mail';
import QrCode from 'lucide-react/icons/qr-code';
import { useId, useState } from 'react';
import { encode } from 'uqr';
import styles from './link-options.module.css';

export interface LinkOptionsProps {
  readonly url: string;
  /** What the link leads to, such as 'A chat on Atrium'. It is the subject of an email. */
  readonly title: string;
  /** Saves what the link leads to. Without it, there is no Download button. */
  readonly onDownload?: (() => void) | undefined;
}

/** The quiet zone that readers of the code need around it. */
const border = 4;

/** The dark modules of a QR code as the path of an image that is `size` units wide. */
const codeOf = (url: string) => {
  const { size, data } = encode(url, { ecc: 'M', border });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: path.join('') };
};

/** Ways to share a link in browsers without a share dialog: email, a QR code, a file. */
export const LinkOptions = ({ url, title, onDownload }: LinkOptionsProps) => {
  const [shown, setShown] = useState(false);
  const id = useId();
  const { size, path } = codeOf(url);
  const image = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 ${size} ${size}"><path fill="white" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`;
  return (
    <section aria-label="More options" className={styles.options}>
      <div className={styles.actions}>
        <a href={mail} className={buttonLook()}>
          <Mail size={16} aria-hidden /> Email
        </a>
        <Button icon={<QrCode />} aria-expanded={shown} aria-controls={id} onClick={() => setShown(!shown)}>
          QR Code
        </Button>
        {onDownload && (
          <Button icon={<Download />} onClick={onDownload}>
            Download
          </Button>
        )}
      </div>
      <div id={id} hidden={!shown} className={styles.code}>
        {shown && (
          <>
            <svg role="img" aria-label={`QR code of ${url}`} viewBox={`0 0 ${size} ${size}`} className={styles.picture}>
              <path fill="white" d={`M0 0h${size}v${size}H0z`} />
              <path fill="black" d={path} />
            </svg>
            <a
              className={buttonLook({ size: 's', variant: 'ghost' })}
              href={`data:image/svg+xml,${encodeURIComponent(image)}`}
              download="atrium-link.svg"
            >
              Save QR code
            </a>
          </>
        )}
      </div>
    </section>
  );
};

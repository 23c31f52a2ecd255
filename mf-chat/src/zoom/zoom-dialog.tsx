import { fileNameIn } from '@atrium/shared-kernel/contracts/file-name';
import * as dialogs from '#contracts/dialogs';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import Download from 'lucide-react/icons/download';
import ImageOff from 'lucide-react/icons/image-off';
import Maximize from 'lucide-react/icons/maximize';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { useEffect, useState } from 'react';
import { ownSource } from '../links/safe-url.ts';
import { useHost } from '../remote.ts';
import { useZoom } from './use-zoom.ts';
import { scales } from './view.ts';
import styles from './zoom.module.css';

/** The file name to save as: the image's own, or its description if it is only in this browser. */
const nameOf = (source: string, alt: string): string => (source.startsWith('blob:') ? alt : fileNameIn(source));

/** An image of the product above everything else, controlled by wheel, double tap, pinch, drag and keys (B2.22). */
export const ZoomDialog = () => {
  const { close, navigation } = useHost();
  const { url, alt = 'Image' } = useDialogInput(dialogs.chat.zoom);
  const [broken, setBroken] = useState(false);
  const { stage, image, view, dragging, larger, smaller, reset, onKeyDown, pointer } = useZoom(close);
  const source = ownSource(url, navigation.origin);
  useEffect(() => stage.current?.focus(), [stage]);

  return (
    <div className={styles.zoom}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move the image, as pointers do; buttons do the same */}
      <div
        ref={stage}
        className={styles.stage}
        role="group"
        aria-label="Image. Use plus and minus to zoom, arrow keys to move, zero to fit."
        tabIndex={0}
        data-held={dragging || undefined}
        onKeyDown={onKeyDown}
        {...pointer}
      >
        {source === undefined || broken ? (
          <p className={styles.broken}>
            <ImageOff aria-hidden />
            This image can’t be shown.
          </p>
        ) : (
          <img
            ref={image}
            className={styles.image}
            src={source}
            alt={alt}
            draggable={false}
            style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
            onError={() => setBroken(true)}
          />
        )}
      </div>
      <div className={styles.tools} role="group" aria-label="Sizes">
        <IconButton label="Zoom out" icon={<ZoomOut />} disabled={view.scale <= scales.least} onClick={smaller} />
        <output className={styles.scale} aria-label="Size">
          {Math.round(view.scale * 100)}%
        </output>
        <IconButton label="Zoom in" icon={<ZoomIn />} disabled={view.scale >= scales.most} onClick={larger} />
        <IconButton label="Fit" icon={<Maximize />} onClick={reset} />
        {source !== undefined && !broken && (
          <a
            className={styles.save}
            href={source}
            download={nameOf(source, alt)}
            aria-label="Download"
            title="Download"
          >
            <Download aria-hidden />
          </a>
        )}
      </div>
    </div>
  );
};

import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { DialogBody, DialogFooter } from '@atrium/shared-kernel/ui/dialog-body';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { useQuery } from '@tanstack/react-query';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { useId } from 'react';
import { useRemote } from '../remote.ts';
import { useUploadPicture } from './avatar.api.ts';
import { scalesOf } from './crop.ts';
import classes from './crop-dialog.module.css';
import { drawCut } from './cut.ts';
import { openPicture, pictureMessages } from './picture.ts';
import { useCrop } from './use-crop.ts';

/** Cuts the square that is shown as somebody's picture (A2.21, A5.13). Closes with true once it is uploaded. */
export const CropDialog = () => {
  const { close } = useRemote();
  const { source } = useDialogInput(dialogs.billing.cropAvatar);
  const help = useId();
  const { data: picture, isPending } = useQuery({
    queryKey: ['picture', source],
    queryFn: async () => (await openPicture(source)) ?? null,
    staleTime: Infinity,
    gcTime: 0,
  });
  const { ref, crop, setScale, handlers } = useCrop(picture ?? undefined);
  const upload = useUploadPicture(() => close(true));
  const { min, max } = picture ? scalesOf(picture) : { min: 0, max: 1 };

  return (
    <>
      <DialogBody title="Profile picture" onClose={() => close()}>
        {picture === null ? (
          <FailureState small title="No picture" text={pictureMessages.broken} />
        ) : (
          <div className={classes.content}>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moved by keys as by mouse and touch; there is no element for that. */}
            <div
              ref={ref}
              className={classes.frame}
              role="application"
              aria-label="Visible part of the picture"
              aria-describedby={help}
              aria-busy={isPending}
              tabIndex={0}
              {...handlers}
            >
              {picture && crop && (
                <img
                  src={source}
                  alt=""
                  draggable={false}
                  className={classes.picture}
                  style={{
                    width: picture.width,
                    height: picture.height,
                    transform: `translate(${crop.x}px, ${crop.y}px) scale(${crop.scale})`,
                  }}
                />
              )}
              <span className={classes.hole} aria-hidden />
            </div>
            <div className={classes.zoom}>
              <ZoomOut aria-hidden />
              <input
                type="range"
                aria-label="Zoom"
                min={min}
                max={max}
                step="any"
                value={crop?.scale ?? min}
                disabled={!picture || min === max}
                aria-valuetext={`${Math.round(((crop?.scale ?? min) / (min || 1)) * 100)} %`}
                onChange={(event) => setScale(event.target.valueAsNumber)}
              />
              <ZoomIn aria-hidden />
            </div>
            <p id={help} className={classes.help}>
              Drag to move, pinch or scroll to zoom. On a keyboard, use the arrow, plus and minus keys.
            </p>
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => close()}>Cancel</Button>
        <Button
          variant="primary"
          disabled={!picture || !crop}
          busy={upload.isPending}
          busyLabel="Uploading"
          onClick={() => picture && crop && upload.mutate(() => drawCut(picture, crop))}
        >
          Save picture
        </Button>
      </DialogFooter>
    </>
  );
};

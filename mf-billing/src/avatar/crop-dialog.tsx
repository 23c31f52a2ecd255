import { avatar } from '@atrium/shared-kernel/contracts/constants';
import * as dialogs from '#contracts/dialogs';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { DialogBody, DialogFooter } from '@atrium/shared-kernel/ui/dialog-body';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { useQuery } from '@tanstack/react-query';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { type KeyboardEvent, useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import { useHost } from '../remote.ts';
import { useUploadPicture } from './avatar.api.ts';
import classes from './crop-dialog.module.css';
import { drawPart, type Part, scalesOf } from './cut.ts';
import { openPicture, pictureMessages } from './picture.ts';

const frame = { width: avatar.size, height: avatar.size };
/** The factor by which plus and minus change the scale. */
const keyZoom = 1.1;
/**
 * Pixels per press of an arrow key. Negative, because the keys move the frame over the picture, and thus the picture
 * the other way.
 */
const keyStep = -10;

/** The picture at a URL. Null if the file cannot be displayed. */
const usePicture = (source: string) =>
  useQuery({
    queryKey: ['picture', source],
    queryFn: async () => (await openPicture(source)) ?? null,
    staleTime: Infinity,
    gcTime: 0,
  });

interface ZoomProps {
  /** 1 is the picture at its smallest. */
  readonly zoom: number;
  /** Scales of the picture at its smallest and its largest. */
  readonly min: number;
  readonly max: number;
  readonly disabled: boolean;
  readonly onZoom: (zoom: number) => void;
}

const ZoomSlider = ({ zoom, min, max, disabled, onZoom }: ZoomProps) => (
  <div className={classes.zoom}>
    <ZoomOut aria-hidden />
    <input
      type="range"
      aria-label="Zoom"
      min={min}
      max={max}
      step="any"
      value={zoom * min}
      disabled={disabled || min === max}
      aria-valuetext={`${Math.round(zoom * 100)}%`}
      onChange={(event) => onZoom(event.target.valueAsNumber / min)}
    />
    <ZoomIn aria-hidden />
  </div>
);

interface CropFrameProps {
  readonly source: string;
  readonly wide: boolean;
  readonly position: { readonly x: number; readonly y: number };
  readonly zoom: number;
  readonly maxZoom: number;
  /** Id of the element that explains the use. */
  readonly help: string;
  readonly onMove: (position: { x: number; y: number }) => void;
  readonly onZoom: (zoom: number) => void;
  readonly onPart: (part: Part) => void;
}

/** The square frame, under which the picture is moved and scaled. */
const CropFrame = ({ source, wide, position, zoom, maxZoom, help, onMove, onZoom, onPart }: CropFrameProps) => (
  <Cropper
    image={source}
    crop={position}
    zoom={zoom}
    minZoom={1}
    maxZoom={maxZoom}
    zoomSpeed={0.4}
    keyboardStep={keyStep}
    aspect={1}
    cropSize={frame}
    objectFit={wide ? 'vertical-cover' : 'horizontal-cover'}
    showGrid={false}
    disableAutomaticStylesInjection
    classes={{
      containerClassName: classes.container ?? '',
      mediaClassName: (wide ? classes.wide : classes.high) ?? '',
      cropAreaClassName: classes.hole ?? '',
    }}
    cropperProps={{
      role: 'application',
      'aria-label': 'Visible part of the picture',
      'aria-describedby': help,
    }}
    onCropChange={onMove}
    onZoomChange={onZoom}
    onCropAreaChange={onPart}
  />
);

/** Crops the square that is shown as the user's picture (A2.21, A5.13). Closes with true once it is uploaded. */
export const CropDialog = () => {
  const { close } = useHost();
  const { source } = useDialogInput(dialogs.billing.cropAvatar);
  const help = useId();
  const { data: picture, isPending } = usePicture(source);
  const [position, setPosition] = useState({ x: 0, y: 0 });
  /** 1 is the picture at its smallest. */
  const [zoom, setZoom] = useState(1);
  const [part, setPart] = useState<Part>();
  const upload = useUploadPicture(() => close(true));
  const { min, max } = picture ? scalesOf(picture) : { min: 1, max: 1 };
  const wide = picture ? picture.width > picture.height : false;

  const onKeyDown = (event: KeyboardEvent) => {
    const factor = { '+': keyZoom, '=': keyZoom, '-': 1 / keyZoom }[event.key];
    if (factor === undefined) return;
    setZoom(Math.min(Math.max(zoom * factor, 1), max / min));
    event.preventDefault();
  };

  return (
    <>
      <DialogBody title="Profile picture" onClose={() => close()}>
        {picture === null ? (
          <FailureState small title="No picture" text={pictureMessages.broken} />
        ) : (
          <div className={classes.content}>
            {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys come from the frame within. */}
            <div className={classes.frame} aria-busy={isPending} onKeyDown={onKeyDown}>
              {picture && (
                <CropFrame
                  {...{ source, wide, position, zoom, help }}
                  maxZoom={max / min}
                  onMove={setPosition}
                  onZoom={setZoom}
                  onPart={setPart}
                />
              )}
            </div>
            <ZoomSlider zoom={zoom} min={min} max={max} disabled={!picture} onZoom={setZoom} />
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
          disabled={!picture || !part}
          busy={upload.isPending}
          busyLabel="Uploading"
          onClick={() => picture && part && upload.mutate(() => drawPart(picture, part))}
        >
          Save picture
        </Button>
      </DialogFooter>
    </>
  );
};

import { Button, IconButton } from '@atrium/shared-kernel/ui/button';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { clockTime } from '../ui/clock-time.ts';
import classes from './user-attachments.module.css';

/**
 * Seconds, beyond the end of any note. A recording does not report its duration until the browser has sought its end.
 */
const beyondEnd = 1e7;

/** `MediaError.MEDIA_ERR_NETWORK`: a note that was being loaded could not be loaded further. */
const networkFailed = 2;

interface SeekProps {
  /** Seconds. */
  readonly time: number;
  readonly duration: number;
  readonly onSeek: (time: number) => void;
}

const SeekBar = ({ time, duration, onSeek }: SeekProps) => (
  <input
    className={classes.seek}
    type="range"
    aria-label="Position"
    aria-valuetext={`${clockTime(time)} of ${clockTime(duration)}`}
    min={0}
    max={duration}
    step={0.1}
    value={Math.min(time, duration)}
    onChange={({ target }) => onSeek(Number(target.value))}
  />
);

interface PlayerProps {
  readonly src: string;
  /** Called when the note cannot be played. */
  readonly onFailed: () => void;
}

const Player = ({ src, onFailed }: PlayerProps) => {
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [time, setTime] = useState(0);
  const [duration, setDuration] = useState<number>();

  const measure = (element: HTMLAudioElement) => {
    if (Number.isFinite(element.duration)) {
      if (duration === undefined) element.currentTime = time;
      setDuration(element.duration);
    } else element.currentTime = beyondEnd;
  };
  const measureLoaded = useEffectEvent((element: HTMLAudioElement) => {
    if (element.readyState > 0) measure(element);
  });
  useEffect(() => {
    // If the metadata loaded before this component listened, no event reports it.
    if (audio.current) measureLoaded(audio.current);
  }, []);
  const play = (element: HTMLAudioElement) => {
    if (element.error) {
      // The network failed. The note is loaded again, and continues where it was.
      setDuration(undefined);
      element.load();
    }
    // Any other reason, such as a pause while the note still loads, is no fault of the note.
    element.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotSupportedError') onFailed();
    });
  };
  const toggle = () => {
    if (playing) audio.current?.pause();
    else if (audio.current) play(audio.current);
  };
  return (
    <div className={classes.player} role="group" aria-label="Voice note">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the words of the note stand below it */}
      <audio
        ref={audio}
        src={src}
        preload="metadata"
        onLoadedMetadata={({ currentTarget }) => measure(currentTarget)}
        onDurationChange={({ currentTarget }) => measure(currentTarget)}
        onTimeUpdate={({ currentTarget }) => {
          if (duration !== undefined) setTime(currentTarget.currentTime);
        }}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
        onError={({ currentTarget }) => {
          setPlaying(false);
          if (currentTarget.error?.code !== networkFailed) onFailed();
        }}
      />
      <IconButton
        label={playing ? 'Pause' : 'Play'}
        icon={playing ? <Pause /> : <Play />}
        variant="primary"
        round
        onClick={toggle}
      />
      <SeekBar
        time={time}
        duration={duration ?? 0}
        onSeek={(to) => {
          if (audio.current) audio.current.currentTime = to;
          setTime(to);
        }}
      />
      <span className={classes.clock}>{clockTime(playing || time > 0 ? time : (duration ?? 0))}</span>
    </div>
  );
};

/** Plays a voice note. Browsers do not distinguish a note that cannot be played from one that could not be loaded. */
export const AudioPlayer = ({ src }: { readonly src: string }) => {
  const [failed, setFailed] = useState(false);
  if (!failed) return <Player src={src} onFailed={() => setFailed(true)} />;
  return (
    <p className={classes.player}>
      This voice note can’t be played here.
      <Button size="s" onClick={() => setFailed(false)}>
        Try again
      </Button>
    </p>
  );
};

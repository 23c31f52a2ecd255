import { IconButton } from '@atrium/shared-kernel/ui/button';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { clockTime } from '../ui/clock-time.ts';
import classes from './user-attachments.module.css';

/**
 * Seconds, beyond the end of any note. A recording does not report its duration until the browser has sought its end.
 */
const beyondEnd = 1e7;

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

/** Plays a voice note. */
export const AudioPlayer = ({ src }: { readonly src: string }) => {
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [time, setTime] = useState(0);
  const [duration, setDuration] = useState<number>();
  const [failed, setFailed] = useState(false);

  const measure = (element: HTMLAudioElement) => {
    if (Number.isFinite(element.duration)) {
      if (duration === undefined) element.currentTime = 0;
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
  const toggle = () => {
    if (playing) audio.current?.pause();
    else audio.current?.play().catch(() => setFailed(true));
  };
  if (failed) return <p className={classes.player}>This voice note can’t be played here.</p>;
  return (
    <div className={classes.player} role="group" aria-label="Voice note">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the words of the note stand below it */}
      <audio
        ref={audio}
        src={src}
        preload="metadata"
        onLoadedMetadata={({ currentTarget }) => measure(currentTarget)}
        onDurationChange={({ currentTarget }) => measure(currentTarget)}
        onTimeUpdate={({ currentTarget }) => setTime(duration === undefined ? 0 : currentTarget.currentTime)}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
        onError={() => setFailed(true)}
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

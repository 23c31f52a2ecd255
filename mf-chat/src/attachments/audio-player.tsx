import { IconButton } from '@atrium/shared-kernel/ui/button';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { clockTime } from '../ui/clock-time.ts';
import classes from './user-attachments.module.css';

/** Beyond the end of every note: a recording does not say how long it is until its end was looked at. */
const beyond = 1e7;

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
    } else element.currentTime = beyond;
  };
  const begin = useEffectEvent((element: HTMLAudioElement) => {
    if (element.readyState > 0) measure(element);
  });
  useEffect(() => {
    // What arrived while the message was still being put together was told to nobody.
    if (audio.current) begin(audio.current);
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
      <input
        className={classes.seek}
        type="range"
        aria-label="Position"
        aria-valuetext={`${clockTime(time)} of ${clockTime(duration ?? 0)}`}
        min={0}
        max={duration ?? 0}
        step={0.1}
        value={Math.min(time, duration ?? 0)}
        onChange={({ target }) => {
          if (audio.current) audio.current.currentTime = Number(target.value);
          setTime(Number(target.value));
        }}
      />
      <span className={classes.clock}>{clockTime(playing || time > 0 ? time : (duration ?? 0))}</span>
    </div>
  );
};

import { useEffect, useRef, useState } from 'react';
import type { Level } from './level.ts';
import classes from './voice-bar.module.css';

/** Levels below this are not speech. */
const audible = 0.02;
/** Milliseconds of silence after which something may be wrong with the microphone. */
const silentAfter = 4000;

/** Shows the level, drawn without a render for each frame, and a hint if there is no sound. */
export const LevelMeter = ({ level }: { readonly level: Level }) => {
  const meter = useRef<HTMLSpanElement>(null);
  const [silent, setSilent] = useState(false);
  useEffect(() => {
    let frame = 0;
    let lastSound: number | undefined;
    const draw = (now: number) => {
      const loud = level();
      if (lastSound === undefined || loud > audible) lastSound = now;
      meter.current?.style.setProperty('--level', loud.toFixed(2));
      setSilent(now - lastSound > silentAfter);
      frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [level]);
  return (
    <>
      <span ref={meter} className={classes.level} aria-hidden />
      <span role="status" className={classes.silence}>
        {silent && 'No sound yet. Check your microphone.'}
      </span>
    </>
  );
};

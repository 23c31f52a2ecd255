import { useEffect, useRef } from 'react';
import styles from './outlines.module.css';
import type { Part } from './part-record.ts';

interface Props {
  parts: readonly Part[];
  /** The highlighted part. */
  chosen: number | undefined;
  colorOf: (remote: string) => string;
}

/** Draws a labeled frame around each part. The frames lie above the page and ignore the pointer. */
export const Outlines = ({ parts, chosen, colorOf }: Props) => {
  const layer = useRef<HTMLDivElement>(null);
  const partColor = (name: string): Readonly<Record<`--${string}`, string>> => ({ '--part-color': colorOf(name) });
  useEffect(() => {
    let frame = 0;
    const position = () => {
      for (const [at, { element }] of parts.entries()) {
        const box = layer.current?.children[at];
        if (!(box instanceof HTMLElement)) continue;
        const { left, top, width, height } = element.getBoundingClientRect();
        box.hidden = width === 0 || height === 0;
        Object.assign(box.style, {
          left: `${left}px`,
          top: `${top}px`,
          width: `${width}px`,
          height: `${height}px`,
        });
      }
      frame = requestAnimationFrame(position);
    };
    position();
    return () => cancelAnimationFrame(frame);
  }, [parts]);
  return (
    <div ref={layer} aria-hidden className={styles.layer}>
      {parts.map(({ id, release, expose }) => (
        <div key={id} className={styles.box} data-chosen={id === chosen} style={partColor(release.name)}>
          <span className={styles.name}>
            {release.name} {release.version} · {expose}
          </span>
        </div>
      ))}
    </div>
  );
};

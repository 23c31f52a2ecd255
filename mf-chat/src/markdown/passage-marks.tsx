import type { Passage } from '@atrium/shared-kernel/contracts/entities/passage';
import { use } from 'react';
import { ToSightContext } from '../scroll/to-sight.ts';
import { CitedPassages } from './cited-passages.ts';
import styles from './passage-marks.module.css';
import { showPassage } from './show-passage.ts';

/** As models cite passages: `[#3]`, or `[#1, #3]`. */
const marks = /\[#\d{1,4}(?:[,;\s]+#\d{1,4})*\]/g;

const nameOf = ({ file, page }: Passage): string => (page === undefined ? file.name : `${file.name}, page ${page}`);

/** The mark of cited passages: each number that the answer has a passage for leads to it. */
const PassageMark = ({ text }: { readonly text: string }) => {
  const passages = use(CitedPassages) ?? [];
  const toSight = use(ToSightContext);
  const numbers = [...text.matchAll(/\d+/g)].map(([n]) => Number(n));
  const cited = passages.filter(({ n }) => numbers.includes(n));
  if (cited.length === 0) return text;
  return cited.map((passage) => (
    <button
      key={passage.n}
      type="button"
      className={styles.mark}
      data-passage-mark={passage.n}
      aria-label={`Passage #${passage.n}: ${nameOf(passage)}`}
      title={nameOf(passage)}
      onClick={(event) => showPassage(event.currentTarget, passage.n, toSight)}
    >
      #{passage.n}
    </button>
  ));
};

/** A text with its marks as elements. */
export const withPassageMarks = (content: string) => {
  const found = [...content.matchAll(marks)];
  if (found.length === 0) return content;
  let at = 0;
  const parts = found.flatMap(({ 0: mark, index }) => {
    const before = content.slice(at, index);
    at = index + mark.length;
    return [before, <PassageMark key={index} text={mark} />];
  });
  return [...parts, content.slice(at)];
};

import type { Passage } from '@atrium/shared-kernel/contracts/entities/passage';
import { use } from 'react';
import { ScrollIntoViewContext } from '../scroll/scroll-into-view.ts';
import { CitedPassages } from './cited-passages.ts';
import styles from './passage-marks.module.css';
import { showPassage } from './show-passage.ts';

/** How models cite passages: `[#3]`, or `[#1, #3]`. */
const marks = /\[#\d{1,4}(?:[,;\s]+#\d{1,4})*\]/g;

const nameOf = ({ file, page }: Passage): string => (page === undefined ? file.name : `${file.name}, page ${page}`);

/** The mark of cited passages. Each number for which the answer has a passage leads to it. */
const PassageMark = ({ text }: { readonly text: string }) => {
  const passages = use(CitedPassages) ?? [];
  const scrollIntoView = use(ScrollIntoViewContext);
  const numbers = [...text.matchAll(/\d+/g)].map(([n]) => Number(n));
  const cited = passages.filter(({ n }) => numbers.includes(n));
  if (cited.length === 0) return text;
  return cited.map((passage) => (
    <button
      key={passage.n}
      type="button"
      className={styles.mark}
      data-passage-mark={passage.n}
      data-reference
      aria-label={`Passage #${passage.n}: ${nameOf(passage)}`}
      title={nameOf(passage)}
      onClick={(event) => showPassage(event.currentTarget, passage.n, scrollIntoView)}
    >
      #{passage.n}
    </button>
  ));
};

/** Replaces the marks in a text with elements. */
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

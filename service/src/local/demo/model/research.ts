import type { ModelEvent, ResearchStep } from '../../../ports/model.ts';

const label =
  '*This is a research by the demo model: it has understood nothing, and shows the beginning of each source that a real model would be given.*';
/** Characters of a source that are shown. */
const shown = 280;

const opening = (text: string): string => {
  const line = text
    .slice(0, 4000)
    .replaceAll(/^\[Page \d+\]\s*/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const cut = line.length > shown ? `${line.slice(0, shown).replace(/\s+\S*$/, '')}…` : line;
  return cut.toWellFormed().replaceAll(/[\\`*_[\]<>|#!]/g, '\\$&');
};

/** What the demo model does in a step of a research: it searches for the question, and cites what it is given. */
export const researched = (step: ResearchStep): ModelEvent[] => {
  if (step.step === 'plan') {
    const query = step.question.replaceAll(/\s+/g, ' ').trim().slice(0, 120);
    return [{ type: 'text', text: step.known > 0 || query === '' ? 'ENOUGH' : `QUERY: ${query}` }];
  }
  const parts = step.sources.map(({ text }, index) => `${index + 1}. ${opening(text)} [${index + 1}]`);
  const body = parts.length === 0 ? 'There is nothing to show: no source was found.' : parts.join('\n');
  return [{ type: 'text', text: `${label}\n\n${body}` }];
};

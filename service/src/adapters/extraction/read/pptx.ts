import type { Archive } from './archive.ts';
import type { BoundedText } from './bounded-text.ts';
import { relationsOf } from './relations.ts';
import { walkXml } from './walk-xml.ts';

const main = 'ppt/presentation.xml';

/** The parts of the slides, in the order of the presentation. */
const slidesOf = (archive: Archive): string[] => {
  const relations = relationsOf(archive, main);
  const slides: string[] = [];
  const bytes = archive.unpack([main]).get(main);
  if (bytes)
    walkXml(bytes, {
      open(name, get) {
        const part = name === 'sldId' ? relations.get(get('r:id') ?? '')?.part : undefined;
        if (part) slides.push(part);
      },
    });
  return slides;
};

const readShapes = (bytes: Uint8Array, output: BoundedText): void => {
  let paragraph = '';
  let inText = false;
  walkXml(bytes, {
    open(name) {
      if (name === 't') inText = true;
      else if (name === 'br') paragraph += '\n';
      else if (name === 'tab') paragraph += '\t';
    },
    text: (text) => {
      if (inText) paragraph += text;
    },
    close(name) {
      if (name === 't') inText = false;
      if (name !== 'p') return;
      if (paragraph.trim() !== '') output.add(`${paragraph.trim()}\n`);
      paragraph = '';
    },
  });
};

/** Reads the text of each slide and of its notes, and returns the number of slides. */
export const readPptx = (archive: Archive, output: BoundedText): number => {
  const slides = slidesOf(archive);
  output.fill(() => {
    for (const [index, slide] of slides.entries()) {
      output.add(`## Slide ${index + 1}\n`);
      const bytes = archive.unpack([slide]).get(slide);
      if (bytes) readShapes(bytes, output);
      const notes = [...relationsOf(archive, slide).values()].find(({ kind }) => kind === 'notesSlide');
      const notesBytes = notes && archive.unpack([notes.part]).get(notes.part);
      if (notesBytes) {
        output.add('Notes:\n');
        readShapes(notesBytes, output);
      }
      output.add('\n');
    }
  });
  return slides.length;
};

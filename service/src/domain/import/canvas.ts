import * as z from 'zod';
import { artifactText } from './artifact.ts';

const document = z.object({ name: z.string().optional(), type: z.string().optional(), content: z.string() });
/** Replaces the whole document. Changes of parts of it do not say what the document became. */
const rewrite = z.object({
  updates: z.tuple([z.object({ pattern: z.literal('.*'), replacement: z.string() })]),
});

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // An export holds whatever the model wrote: what is no JSON has no document.
    return undefined;
  }
};

/**
 * What ChatGPT wrote into its canvas, as Markdown; `call` is the JSON it sent there. Undefined if that is no whole text,
 * but a change of a part, for example.
 */
export const canvasText = (call: string): string | undefined => {
  const value = parsed(call);
  const { data: created } = document.safeParse(value);
  if (created) {
    const { name: title, type = 'document', content } = created;
    return artifactText({ title, language: type === 'document' ? 'markdown' : type.replace(/^code\//, ''), content });
  }
  const { data: rewritten } = rewrite.safeParse(value);
  return rewritten && artifactText({ content: rewritten.updates[0].replacement });
};

import * as z from 'zod/mini';
import { signatureBy, type SigningKey, type TrustedKey, verifySignature } from '../keys.ts';
import { SetRefusal } from '../set-problem.ts';

const envelope = () => z.strictObject({ signed: z.unknown(), content: z.unknown() });

/**
 * A small document with its signature. `kind` is the start of the signed text, so a signature of one kind is never
 * valid for another.
 */
export const signedDocument = <T>(kind: string, schema: () => z.ZodMiniType<T>) => {
  const statement = (content: T) => `${kind}\n${JSON.stringify(content)}`;
  /** The content, with `refusal` unless a trusted key signed it. Throws a sentence if it is no such document. */
  const open = (text: string, trusted: readonly TrustedKey[]): { content: T; refusal: SetRefusal | undefined } => {
    let content: T;
    let signed: unknown;
    try {
      const found = envelope().parse(JSON.parse(text));
      ({ signed } = found);
      content = schema().parse(found.content);
    } catch (error) {
      throw new Error('It is not readable.', { cause: error });
    }
    try {
      verifySignature(signed, statement(content), trusted);
      return { content, refusal: undefined };
    } catch (error) {
      if (!(error instanceof SetRefusal)) throw error;
      return { content, refusal: error };
    }
  };
  return {
    statement,
    open,
    text(content: T, key: SigningKey): string {
      // In the order of the schema, as a reader gets it after parsing.
      const ordered = schema().parse(content);
      return `${JSON.stringify({ signed: signatureBy(key, statement(ordered)), content: ordered })}\n`;
    },
    /** Throws a sentence if the text is not such a document, or no trusted key signed it. */
    read(text: string, trusted: readonly TrustedKey[]): T {
      const { content, refusal } = open(text, trusted);
      if (refusal) throw refusal;
      return content;
    },
  };
};

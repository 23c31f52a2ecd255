import { thoughtTyping } from '@atrium/shared-kernel/contracts/constants';

/** Which thought is being typed, how much of it, and for how many ms it has stood since. */
export interface Typing {
  readonly index: number;
  readonly characters: number;
  readonly stood: number;
}

export const typingStart: Typing = { index: 0, characters: 0, stood: 0 };

/** The typing `ms` later: a character per ms, the next thought after 1.5 s (B4.27). The last one stands. */
export const advance = (typing: Typing, thoughts: readonly string[], ms: number): Typing => {
  const length = thoughts[typing.index]?.length ?? 0;
  const toType = (length - typing.characters) * thoughtTyping.perCharacter;
  if (ms < toType)
    return { ...typing, characters: typing.characters + Math.floor(ms / thoughtTyping.perCharacter), stood: 0 };
  // A thought that has grown since begins to stand once it is typed again.
  const stood = toType > 0 ? ms - toType : typing.stood + ms;
  if (stood < thoughtTyping.pause || typing.index >= thoughts.length - 1)
    return { ...typing, characters: length, stood: Math.min(stood, thoughtTyping.pause) };
  return advance({ index: typing.index + 1, characters: 0, stood: 0 }, thoughts, stood - thoughtTyping.pause);
};

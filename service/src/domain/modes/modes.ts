import type { Replier } from '../../ports/model.ts';
import { badRequest, forbidden } from '../../errors.ts';

/** `interview`: the function chat that builds an agent with the person. */
export type Mode = 'research' | 'image' | 'secure' | 'interview';
/** Who writes the replies of a mode; a mode without is not set up. */
export type Modes = Readonly<Partial<Record<Mode, Replier>>>;

interface Wish {
  readonly deepResearch?: boolean | undefined;
  readonly imageMode?: boolean | undefined;
  readonly secureMode?: boolean | undefined;
  readonly fnName?: 'agentCreator' | undefined;
}

const notSetUp: Readonly<Record<Mode, string>> = {
  research: 'Deep research is not set up here.',
  image: 'Image mode needs an image model, which is not set up here.',
  secure: 'Secure mode needs a private model, which is not set up here.',
  interview: 'Building an agent with a guide is not set up here.',
};

/**
 * The mode of a sent message. Throws 403 where a person who is no admin wishes secure mode, and 400 where modes exclude
 * each other or the mode is not set up.
 */
export const modeOf = (
  hub: { serves(mode: Mode): boolean },
  { booktAdmin }: { readonly booktAdmin: boolean },
  { deepResearch, imageMode, secureMode, fnName }: Wish,
): Mode | undefined => {
  if (fnName && (deepResearch || imageMode || secureMode))
    throw badRequest('Modes are not available while an agent is built.');
  if (secureMode && !booktAdmin) throw forbidden('Only admins can use secure mode.');
  if (secureMode && deepResearch) throw badRequest('Deep research is not available in secure mode.');
  if (secureMode && imageMode) throw badRequest('Image mode is not available in secure mode.');
  if (deepResearch && imageMode) throw badRequest('Deep research and image mode cannot be used together.');
  const mode = fnName
    ? 'interview'
    : secureMode
      ? 'secure'
      : imageMode
        ? 'image'
        : deepResearch
          ? 'research'
          : undefined;
  if (mode && !hub.serves(mode)) throw badRequest(notSetUp[mode]);
  return mode;
};

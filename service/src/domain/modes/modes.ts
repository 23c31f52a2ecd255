import type { Replier } from '../../ports/model.ts';
import { DomainError } from '../domain-error.ts';

/** `interview`: the function chat that builds an agent with the user. */
export type Mode = 'research' | 'image' | 'secure' | 'interview';
/** The replier of each mode; a mode without one is not set up. */
export type Modes = Readonly<Partial<Record<Mode, Replier>>>;

interface ModeRequest {
  readonly deepResearch?: boolean | undefined;
  readonly imageMode?: boolean | undefined;
  readonly secureMode?: boolean | undefined;
  readonly fnName?: 'agentCreator' | undefined;
}

/**
 * The mode of a sent message. Fails with `secure-for-admins` if a user who is not an admin requests secure mode, and if
 * modes exclude each other or the mode is not set up.
 */
export const modeOf = (
  hub: { serves(mode: Mode): boolean },
  { booktAdmin }: { readonly booktAdmin: boolean },
  { deepResearch, imageMode, secureMode, fnName }: ModeRequest,
): Mode | undefined => {
  if (fnName && (deepResearch || imageMode || secureMode)) throw new DomainError('modes-while-building');
  if (secureMode && !booktAdmin) throw new DomainError('secure-for-admins');
  if (secureMode && deepResearch) throw new DomainError('secure-excludes-research');
  if (secureMode && imageMode) throw new DomainError('secure-excludes-images');
  if (deepResearch && imageMode) throw new DomainError('research-excludes-images');
  const mode = fnName
    ? 'interview'
    : secureMode
      ? 'secure'
      : imageMode
        ? 'image'
        : deepResearch
          ? 'research'
          : undefined;
  if (mode && !hub.serves(mode)) throw new DomainError(`${mode}-not-set-up`);
  return mode;
};

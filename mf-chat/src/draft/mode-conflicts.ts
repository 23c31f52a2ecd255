import {
  secureExcludesHelp,
  secureExcludesImages,
  secureExcludesResearch,
  secureExcludesVoice,
  secureForGood,
} from '@atrium/shared-kernel/contracts/sentences';

/** Why a mode cannot be changed or used (B8.41 to B8.44). Not in the code of the first screen. */
export const modeConflicts = {
  research: secureExcludesResearch,
  image: secureExcludesImages,
  help: secureExcludesHelp,
  secureNote: secureExcludesVoice,
  secure: secureForGood,
} as const;

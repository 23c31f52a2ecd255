import type { JsonValue, Provider, ResolutionDetails } from '@openfeature/web-sdk';
import type { Flags } from '../remote/host.ts';

/**
 * The flags of this page for the SDK of OpenFeature: `OpenFeature.setProvider(createFlagProvider(host.flags))`. Who
 * gets them was decided before the page was made, so the context that the SDK passes changes nothing.
 */
export const createFlagProvider = (flags: Flags | undefined): Provider => {
  /** All flags are boolean. Requests for other types get the default, with the reason. */
  const other = <T>(value: T): ResolutionDetails<T> => ({
    value,
    reason: 'ERROR',
    errorMessage: 'Flags of Atrium are booleans.',
  });
  return {
    metadata: { name: 'atrium' },
    runsOn: 'client',
    resolveBooleanEvaluation(name, standard) {
      if (!flags) return { value: standard, reason: 'DEFAULT' };
      const value = flags.isOn(name, standard);
      return { value, variant: value ? 'on' : 'off', reason: 'TARGETING_MATCH' };
    },
    resolveStringEvaluation: (_, standard) => other(standard),
    resolveNumberEvaluation: (_, standard) => other(standard),
    resolveObjectEvaluation: <T extends JsonValue>(_: string, standard: T) => other(standard),
  };
};

import { forms } from '../release/compressed-forms.ts';

/** How good each encoding of an `accept-encoding` header is to who asks, 0 to 1; what is not a number counts as 1. */
const qualities = (header: string): Map<string, number> =>
  new Map(
    header.split(',').map((one) => {
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
      const given = Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1);
      return [name, Number.isNaN(given) ? 1 : given];
    }),
  );

/** The forms that a browser takes, the best one first. */
export const acceptedForms = (header = ''): typeof forms => {
  const known = qualities(header);
  return forms.filter(({ encoding }) => (known.get(encoding) ?? known.get('*') ?? 0) > 0);
};

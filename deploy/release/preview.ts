import * as z from 'zod/mini';
import { signatureBy, type SigningKey, type TrustedKey, verifySignature } from './keys.ts';

/** A version that is made to be looked at, as `0.2.0-pr.123` or `0.2.0-pr.123.4`. */
const form = /-pr\.(\d+)(?:\.(\d+))?$/;
export const isPreviewVersion = (version: string): boolean => form.test(version);

/** The newest of some versions that are of one pull request; undefined where there is none. */
export const newestOf = (request: string, versions: readonly string[]): string | undefined =>
  versions
    .flatMap((version) => {
      const [, number, run = '0'] = form.exec(version) ?? [];
      return number === request ? [{ version, run: Number(run) }] : [];
    })
    .toSorted((a, b) => a.run - b.run)
    .at(-1)?.version;

interface Named {
  readonly name: string;
  readonly version: string;
}
export const previewTitle = ({ name, version }: Named): string => `${name}@${version}`;

/** By `<remote>@<version>`, when each ends, in ISO 8601. An environment without them allows none. */
export const previewEnds = () => z.record(z.string(), z.string().check(z.iso.datetime()));

/** Why an environment takes no previews; undefined where it does. What people work in takes none, whatever its pins say. */
export const noPreviews = (environment: string, previews: object | undefined): string | undefined => {
  if (environment === 'production') return 'production takes no previews.';
  return previews ? undefined : `${environment} takes no previews: its document has no "previews": {}.`;
};

const signedText = (environment: string, title: string) => JSON.stringify(['atrium preview', environment, title]);

/** What opens a preview: its version with a signature for this environment, the same each time. */
export const previewToken = (key: SigningKey, environment: string, title: string): string =>
  `${title}.${Buffer.from(signatureBy(key, signedText(environment, title)).signature, 'base64').toString('base64url')}`;

/** The version of a token that somebody who is trusted signed for this environment; undefined for all else. */
export const provenPreview = (
  token: string,
  environment: string,
  trusted: readonly TrustedKey[],
): string | undefined => {
  const [, title, given] = /^(mf-[\w-]+@[\w.+-]+)\.([\w-]{86})$/.exec(token) ?? [];
  if (title === undefined || given === undefined) return undefined;
  const signature = Buffer.from(given, 'base64url').toString('base64');
  const isBy = ({ id }: TrustedKey) => {
    try {
      verifySignature({ key: id, signature }, signedText(environment, title), trusted);
      return true;
    } catch {
      return false;
    }
  };
  return trusted.some(isBy) ? title : undefined;
};

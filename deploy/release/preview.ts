import * as z from 'zod/mini';
import { signatureBy, type SigningKey, type TrustedKey, verifySignature } from './keys.ts';

/** A version that is published as a preview, such as `0.2.0-pr.123` or `0.2.0-pr.123.4`. */
const form = /-pr\.(\d+)(?:\.(\d+))?$/;
export const isPreviewVersion = (version: string): boolean => form.test(version);

/** The newest version of a pull request; undefined if there is none. */
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

/**
 * When each preview ends, by `<remote>@<version>`, in ISO 8601. An environment without this field allows no previews.
 */
export const previewEnds = () => z.record(z.string(), z.string().check(z.iso.datetime()));

/** Why an environment allows no previews; undefined if it does. Production never does, whatever its pins say. */
export const noPreviews = (environment: string, previews: object | undefined): string | undefined => {
  if (environment === 'production') return 'production allows no previews.';
  return previews ? undefined : `${environment} allows no previews: its document has no "previews": {}.`;
};

const signedText = (environment: string, title: string) => JSON.stringify(['atrium preview', environment, title]);

/** The token that opens a preview: its version with a signature for this environment, always the same. */
export const previewToken = (key: SigningKey, environment: string, title: string): string =>
  `${title}.${Buffer.from(signatureBy(key, signedText(environment, title)).signature, 'base64').toString('base64url')}`;

/** The version in a token that a trusted key signed for this environment; undefined for anything else. */
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

import * as z from 'zod/mini';
import { release } from '@atrium/shared-kernel/contracts/release-set';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import { isInnerPath } from './inner-path.ts';
import { SetRefusal } from './set-problem.ts';

const json = () => z.record(z.string(), z.unknown());
const named = { name: z.string(), version: z.number() };
/** `file`: relative to the release's folder, and below it. */
const asset = () =>
  z.object({
    file: z.string().check(z.refine(isInnerPath)),
    integrity: z.string(),
    bytes: z.number(),
    brotli: z.number(),
  });
const recordedEvent = () => z.object({ ...named, payload: json() });
/** Props as given by whoever opens the dialog, or as read by its owner; absent in records from before this field. */
const recordedDialog = () => z.object({ ...named, props: z.optional(json()) });
/** `input`: what a filler gets. `result`: the value it may close with. Each is absent if there is none. */
const recordedSlot = () =>
  z.object({
    ...named,
    input: z.optional(json()),
    result: z.optional(json()),
    /** The allowed number and size of fillers; absent if the kernel's contracts name a single one. */
    many: z.optional(
      z.object({
        shows: z.optional(z.enum(['content', 'labeled', 'link'])),
        most: z.number(),
        kB: z.number(),
      }),
    ),
  });
const recordedCall = () =>
  z.object({
    ...named,
    method: z.string(),
    path: z.string(),
    input: json(),
    output: json(),
    item: z.optional(json()),
    /** Codes with which it can fail; absent in records from before this field. */
    failures: z.optional(z.array(z.string())),
    /**
     * Names of the changes that it makes, which are sent to the users concerned; absent in records from before this
     * field.
     */
    changes: z.optional(z.array(z.string())),
  });
const recordedFailure = () =>
  z.object({ status: z.number(), decisive: z.optional(z.boolean()), details: z.optional(json()) });

/** `ends`: the day by which the flag should be removed. */
const declaredFlag = () => z.object({ description: z.string(), default: z.boolean(), ends: z.string() });

const kernelApi = () => z.record(z.string(), z.array(z.string()));

/** What a package requires from others and provides to them, as JSON Schema, recorded when it was published. */
const recordedContract = () =>
  z.object({
    slots: z.array(recordedSlot()),
    fills: z.array(recordedSlot()),
    supplies: z.array(recordedDialog()),
    opens: z.array(recordedDialog()),
    emits: z.array(recordedEvent()),
    handles: z.array(recordedEvent()),
    /** Calls that the package makes. */
    calls: z.array(recordedCall()),
    /** Calls that the package handles: the service's call table. */
    answers: z.array(recordedCall()),
    /** The failures of all these calls, by their codes. */
    failures: z.optional(z.record(z.string(), recordedFailure())),
    /** Names that the package uses at run time, from each module that the shell shares. */
    takes: z.optional(kernelApi()),
    /** Names that the shell provides to every remote. */
    gives: z.optional(kernelApi()),
    /** What an environment may configure; absent if nothing. */
    configuration: z.optional(json()),
    /** Flags that it declares, by name; absent if there are none. */
    flags: z.optional(z.record(z.string(), declaredFlag())),
    /** Codes that the package handles, by the name of the call; `*` for those that any call may have. */
    handlesFailures: z.optional(z.record(z.string(), z.array(z.string()))),
  });

/** The name of a package. It is also a folder of stores, a part of keys in a bucket, and a part of URLs. */
const namePattern = /^[\w-]+$/;
/** Its version, for which the same holds. */
const versionPattern = /^\w[\w.+-]*$/;

export interface Named {
  readonly name: string;
  readonly version: string;
}
/** Whether a release may have this name and version. */
export const isNamed = ({ name, version }: Named): boolean => namePattern.test(name) && versionPattern.test(version);

/**
 * One published version of a package: `release.json` next to its files. Anyone who may publish writes records, so
 * nothing in one may name a place elsewhere.
 */
export const releaseRecord = () =>
  z.object({
    name: z.string().check(z.regex(namePattern)),
    version: z.string().check(z.regex(versionPattern)),
    /** Version of shared-kernel it was built with. */
    kernel: z.string(),
    /** sha256 over all files, in hex. The same version with other content is refused. */
    content: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    files: z.array(asset()),
    contract: recordedContract(),
    /** For a remote: its entry for release sets. */
    release: z.optional(release()),
  });

/** A record without its files and the hash over its content. */
export const unstoredRecord = () => z.omit(releaseRecord(), { content: true, files: true });

export type RecordedEvent = z.infer<ReturnType<typeof recordedEvent>>;
export type RecordedDialog = z.infer<ReturnType<typeof recordedDialog>>;
export type RecordedSlot = z.infer<ReturnType<typeof recordedSlot>>;
export type RecordedCall = z.infer<ReturnType<typeof recordedCall>>;
export type RecordedFailure = z.infer<ReturnType<typeof recordedFailure>>;
export type DeclaredFlag = z.infer<ReturnType<typeof declaredFlag>>;
export type RecordedContract = z.infer<ReturnType<typeof recordedContract>>;
export type RecordedFile = z.infer<ReturnType<typeof asset>>;
export type ReleaseRecord = z.infer<ReturnType<typeof releaseRecord>>;

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The record of a release in a stored text. Throws a sentence if it is none, or names places elsewhere. */
export const parseRecord = (text: string, release: Named): ReleaseRecord => {
  const parsed = schemaFor(releaseRecord).safeParse(parsedJson(text));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.slice(0, 3).map(({ path }) => path.join('.'));
  const where = fields.some(Boolean) ? `: ${fields.join(', ')}` : '';
  throw new SetRefusal('changed', `The record of ${release.name}@${release.version} is not valid${where}.`);
};

/** Whether the part of a record that browsers get names the same remote and version as the record. */
export const isItself = ({ name, version, release: served }: ReleaseRecord): boolean =>
  served === undefined || (served.name === name && served.version === version);

/** A contract that declares nothing. */
export const emptyContract: RecordedContract = {
  slots: [],
  fills: [],
  supplies: [],
  opens: [],
  emits: [],
  handles: [],
  calls: [],
  answers: [],
};

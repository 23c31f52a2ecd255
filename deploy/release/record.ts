import * as z from 'zod/mini';
import { release } from '@atrium/shared-kernel/contracts/release-set';

const json = () => z.record(z.string(), z.unknown());
const named = { name: z.string(), version: z.number() };
const asset = () => z.object({ file: z.string(), integrity: z.string(), bytes: z.number(), brotli: z.number() });
const recordedEvent = () => z.object({ ...named, payload: json() });
/** Props as whoever opens it gives them, or as whoever supplies it reads them; absent in records from before there were any. */
const recordedDialog = () => z.object({ ...named, props: z.optional(json()) });
/** `input`: what is given to whoever fills it. `result`: what it may close with. Each is absent where it is nothing. */
const recordedSlot = () =>
  z.object({
    ...named,
    input: z.optional(json()),
    result: z.optional(json()),
    /** How many may fill it, and how large each may be; absent where the kernel's contracts name the one. */
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
    /** Codes with which it can fail; absent in records from before there were any. */
    failures: z.optional(z.array(z.string())),
    /** Changes that it makes, which are told to whom they concern; absent in records from before there were any. */
    changes: z.optional(z.array(z.string())),
  });
const recordedFailure = () =>
  z.object({ status: z.number(), decisive: z.optional(z.boolean()), details: z.optional(json()) });

/** `ends`: the day by which it should be gone. */
const declaredFlag = () => z.object({ description: z.string(), default: z.boolean(), ends: z.string() });

const kernelApi = () => z.record(z.string(), z.array(z.string()));

/** What a package asks of others and gives to them, as JSON Schema, taken when it was published. */
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
    /** Calls that the package answers: the service's table. */
    answers: z.array(recordedCall()),
    /** The failures of all these calls, by their codes. */
    failures: z.optional(z.record(z.string(), recordedFailure())),
    /** Names that the package takes at run time from each module that the shell shares. */
    takes: z.optional(kernelApi()),
    /** Names that the shell gives to every remote. */
    gives: z.optional(kernelApi()),
    /** What an environment may set of it; absent where that is nothing. */
    configuration: z.optional(json()),
    /** Flags that it declares, by their names; absent where that is none. */
    flags: z.optional(z.record(z.string(), declaredFlag())),
    /** Codes by which the package decides, by the name of the call; `*` for those that any call may have. */
    handlesFailures: z.optional(z.record(z.string(), z.array(z.string()))),
  });

/** One published version of a package: `release.json` beside its files. */
export const releaseRecord = () =>
  z.object({
    name: z.string(),
    version: z.string(),
    /** Version of shared-kernel it was built with. */
    kernel: z.string(),
    /** sha256 over all files: the same version with other content is refused. */
    content: z.string(),
    files: z.array(asset()),
    contract: recordedContract(),
    /** For a remote: what the release set says of it. */
    release: z.optional(release()),
  });

/** What a record says beside its files and the hash over all of it. */
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

/** Whether what a record tells browsers is of that remote and version, and not of another one. */
export const isItself = ({ name, version, release: served }: ReleaseRecord): boolean =>
  served === undefined || (served.name === name && served.version === version);

/** Declares nothing. */
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

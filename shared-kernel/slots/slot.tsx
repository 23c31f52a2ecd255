import { createRemoteKit, type Filler, type OpenSlots, type RemoteView } from '@atrium/shared-kernel/remote';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import type { Tab } from '@atrium/shared-kernel/ui/tabs';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { firstValueFrom } from 'rxjs';
import type { Infer, RemoteContract, SchemaOf, SlotDef } from '../contracts/define.ts';
import { checkedAs } from '../contracts/schema.ts';
import styles from './slot.module.css';
import { everythingElseWorks } from '../contracts/sentences.ts';

/** Uses the kit, because released shells share it. In those, a remote shows only its own parts. */
const { useRemote: useRemoteView } = createRemoteKit({
  name: 'mf-slots',
  exposes: {},
  routes: [],
  fills: [],
  dialogs: [],
  opens: [],
  emits: [],
  handles: [],
  calls: [],
});

type Shape<S> = S extends () => unknown ? Infer<S> : undefined;
export type InputOf<S extends SlotDef> = Shape<S['input']>;
export type ResultOf<S extends SlotDef> = Shape<S['result']>;

/** The fillers that can be shown, as many as the contract of the slot allows. */
const allowed = ({ many }: SlotDef, all: readonly Filler[]): readonly Filler[] =>
  all.filter(({ label }) => many?.shows === 'content' || label !== '').slice(0, many?.most);

/** The current fillers of a slot of links. `follow` opens the target of each. */
export const readLinks = async (
  { slots }: Pick<RemoteView<RemoteContract>, 'slots'>,
  slot: SlotDef,
): Promise<readonly (Filler & { readonly follow: () => void })[]> => {
  if (!slots?.isFilled(slot.name)) return [];
  const open = await slots.open();
  const all = await firstValueFrom(open.fillers(slot.name));
  return allowed(slot, all).map((filler) => ({ ...filler, follow: () => open.follow(filler) }));
};

/** The current fillers of a slot. Nothing is loaded if no release of the page fills it. */
export const useFillers = (slot: SlotDef): readonly Filler[] => {
  const { slots } = useRemoteView();
  const [fillers, setFillers] = useState<readonly Filler[]>([]);
  useEffect(() => {
    if (!slots?.isFilled(slot.name)) return undefined;
    let end = () => {};
    let ended = false;
    const follow = async () => {
      const known = (await slots.open()).fillers(slot.name);
      if (ended) return;
      const subscription = known.subscribe((all) => setFillers(allowed(slot, all)));
      end = () => subscription.unsubscribe();
    };
    // If the code that mounts fillers does not load, the screen shows only its owner's parts.
    follow().catch(() => undefined);
    return () => {
      ended = true;
      end();
    };
  }, [slots, slot]);
  return fillers;
};

/** Returns a function that opens the page or dialog of a link, even after the calling component is gone. */
export const useFollow = (): ((filler: Filler) => void) => {
  const { slots } = useRemoteView();
  // A visible link means that this code is loaded already.
  return (filler) => void slots?.open().then((open) => open.follow(filler));
};

/** The input of a filler, checked against the slot. Throws if the owner passed something else. */
export const useSlotInput = <S extends SlotDef & { readonly input: SchemaOf }>(slot: S): InputOf<S> => {
  const { input } = useRemoteView();
  const checked = checkedAs(slot.input, input);
  if (!checked.success) throw checked.error;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the schema of this slot gave
  return checked.data as InputOf<S>;
};

/** True from when the element was first in view, or immediately for what the user chose. */
const useSeen = (element: RefObject<HTMLElement | null>, chosen: boolean): boolean => {
  const [seen, setSeen] = useState(chosen);
  useEffect(() => {
    if (seen || !element.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [seen, element]);
  return seen;
};

const breach = (slot: SlotDef, what: string) => `broke the contract of the slot ${slot.name}: ${what}`;
const logBreach = (remote: string, slot: SlotDef, what: string) =>
  // oxlint-disable-next-line no-console -- the one labeled line for each breach of a contract
  console.error(`[${remote}] ${breach(slot, what)}`);

/** The shell reports it. Older shells only get a line in the browser's log. */
const reportBreach = (open: OpenSlots, filler: Filler, slot: SlotDef, what: string) => {
  if (open.blame) open.blame(filler, breach(slot, what));
  else logBreach(filler.remote, slot, what);
};

interface FillerProps<S extends SlotDef> {
  readonly slot: S;
  readonly filler: Filler;
  readonly input: InputOf<S>;
  /** Called when the filler closes itself, with its result. */
  readonly onClose?: (result?: ResultOf<S>) => void;
}

interface Mounted {
  readonly kind: 'loading' | 'shown' | 'failed';
  readonly retry?: () => void;
}

/** Lets the shell mount a filler into `content` until the component unmounts. */
const useMounted = <S extends SlotDef>(
  { slot, filler, input, onClose }: FillerProps<S>,
  content: RefObject<HTMLElement | null>,
  seen: boolean,
): Mounted => {
  const { slots } = useRemoteView();
  const [mounted, setMounted] = useState<Mounted>({ kind: 'loading' });
  // Inputs with equal content count as the same one.
  const inputJson = JSON.stringify(input ?? {});
  const close = useRef<(open: OpenSlots, result?: unknown) => void>(() => {});
  useEffect(() => {
    close.current = (open, result) => {
      const checked = slot.result && result !== undefined ? checkedAs(slot.result, result) : undefined;
      if (checked?.success === false) reportBreach(open, filler, slot, `its result: ${checked.error.message}`);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the schema of this slot gave
      onClose?.(checked?.data as ResultOf<S> | undefined);
    };
  });
  useEffect(() => {
    const element = content.current;
    if (!seen || !element || !slots) return undefined;
    let ended = false;
    let end = () => {};
    const mount = async () => {
      const { success = true, data = {}, error } = slot.input ? checkedAs(slot.input, JSON.parse(inputJson)) : {};
      if (!success) {
        logBreach(slot.owner, slot, `its input: ${String(error?.message)}`);
        throw error;
      }
      const open = await slots.open();
      if (ended) return;
      const shown = open.show(filler, { element, input: data, close: (result) => close.current(open, result) });
      const states = shown.state$.subscribe(({ kind }) => setMounted({ kind, retry: shown.retry }));
      end = () => {
        states.unsubscribe();
        shown.end();
      };
    };
    mount().catch(() => setMounted({ kind: 'failed' }));
    return () => {
      ended = true;
      end();
    };
  }, [content, seen, slots, slot, filler, inputJson]);
  return mounted;
};

/**
 * One filler, which the shell mounts and which fails alone. A slot that shows contents loads it once it is in view, and
 * hides it if it fails, since nobody requested it. If the user chose it, a failure is shown with Retry.
 */
export const FillerView = <S extends SlotDef>(props: FillerProps<S>) => {
  const { slot, filler } = props;
  const element = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isContent = slot.many?.shows === 'content';
  const seen = useSeen(element, !isContent);
  const { kind, retry } = useMounted(props, content, seen);
  return (
    <div ref={element} className={styles.container} data-filler={filler.id} aria-busy={kind === 'loading'}>
      <div ref={content} className={styles.content} hidden={kind === 'failed'} />
      {kind === 'loading' && !isContent && (
        <div role="status" aria-label={`Loading ${filler.label}`}>
          <Skeleton shape="block" height={48} />
        </div>
      )}
      {kind === 'failed' && !isContent && (
        <FailureState small title={`${filler.label} is not available`} text={everythingElseWorks} onRetry={retry} />
      )}
    </div>
  );
};

/**
 * @deprecated until 2027-05-31: use FillerView.
 * @alias
 */
export const FillerPlace = FillerView;

interface SlotProps<S extends SlotDef> {
  readonly slot: S;
  readonly input: InputOf<S>;
}

/** All fillers of a slot that shows their content. */
export const Slot = <S extends SlotDef>({ slot, input }: SlotProps<S>) =>
  useFillers(slot).map((filler) => <FillerView key={filler.id} slot={slot} filler={filler} input={input} />);

/** The fillers of a slot as tabs, to append to the owner's own. */
export const useFillerTabs = <S extends SlotDef>(slot: S, input: InputOf<S>): readonly Tab[] =>
  useFillers(slot).map((filler) => ({
    value: filler.id,
    label: filler.label,
    content: <FillerView slot={slot} filler={filler} input={input} />,
  }));

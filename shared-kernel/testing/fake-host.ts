import { BehaviorSubject, of } from 'rxjs';
import { createBus } from '../bus/bus.ts';
import { createClient } from '../client/client.ts';
import type { IpInfo, User } from '../contracts/entities/user.ts';
import type {
  BarSide,
  Filler,
  FontSize,
  Host,
  KeyValue,
  Outbox,
  PageLocation,
  Slots,
  ThemeName,
} from '../remote/host.ts';
import { createSession } from '../session/session.ts';
import { createFakeService, type FakeService } from './fake-service.ts';

export interface FakeHost extends Host {
  readonly service: FakeService;
  readonly alertsShown: Parameters<Host['alerts']['show']>[0][];
  readonly eventsSeen: { event: string; payload: unknown }[];
  readonly dialogsOpened: { dialog: string; props: unknown }[];
  /** URLs for which the page left the product. */
  readonly left: string[];
  /** URLs that were opened in other tabs. */
  readonly tabs: string[];
  /** The entries of the browser's history from the first page on, without replaced ones. */
  readonly history: string[];
  readonly session: Host['session'] & {
    readonly user$: BehaviorSubject<User | undefined>;
    readonly authVersion$: BehaviorSubject<number>;
  };
  readonly layout: Host['layout'] & {
    readonly mobile$: BehaviorSubject<boolean>;
    readonly desktop$: BehaviorSubject<boolean>;
  };
  readonly online$: BehaviorSubject<boolean>;
  readonly outbox$: BehaviorSubject<Outbox | undefined>;
  readonly ipInfo$: BehaviorSubject<IpInfo | undefined>;
  /** Mounted fillers, with the functions that close them, and links that were followed. */
  readonly fillersShown: { id: string; input: unknown; close: (result?: unknown) => void; state$: FillerState }[];
  readonly followed: string[];
  /** The result of the next dialog, and the answer of the next confirmation. */
  dialogResult: unknown;
  confirmAnswer: boolean;
}

type FillerState = BehaviorSubject<{ kind: 'loading' | 'shown' | 'failed' }>;

/** Slots whose fillers render their label, in the state that the test sets. */
const fakeSlots = (
  fillers: Readonly<Record<string, readonly Filler[]>>,
  { fillersShown, followed }: Pick<FakeHost, 'fillersShown' | 'followed'>,
): Slots => ({
  isFilled: (slot) => slot in fillers,
  open: () =>
    Promise.resolve({
      fillers: (slot) => of(fillers[slot] ?? []),
      show({ id, label }, { element, input, close }) {
        const state$ = new BehaviorSubject<{ kind: 'loading' | 'shown' | 'failed' }>({ kind: 'shown' });
        element.textContent = `drawn by ${label}`;
        fillersShown.push({ id, input, close, state$ });
        return { state$, retry: () => state$.next({ kind: 'shown' }), end: () => element.replaceChildren() };
      },
      follow: ({ id }) => void followed.push(id),
    }),
});

/** A filler for tests. */
export const testFiller = (label: string, change: Partial<Filler> = {}): Filler => ({
  id: label.toLowerCase(),
  remote: 'mf-notes',
  label,
  order: 0,
  ...change,
});

/** A user for tests, by default premium until a day from now. */
export const testUser = (change: Partial<User> = {}): User => ({
  _id: 'a'.repeat(24),
  email: 'ada@atrium.test',
  firstName: 'Ada',
  lastName: 'Lovelace',
  emailNotifications: true,
  booktAdmin: false,
  heardFrom: 'friend',
  subscriptionEndDate: new Date(Date.now() + 86_400_000).toISOString(),
  ...change,
});

const keyValue = (): KeyValue => {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  };
};

const locationOf = (to: string): PageLocation => {
  const { pathname, search, hash } = new URL(to, 'http://atrium.test');
  return { pathname, search, hash };
};

const fakeNavigation = (
  path: string,
  { history, left, tabs }: Pick<FakeHost, 'history' | 'left' | 'tabs'>,
): Host['navigation'] => {
  const location$ = new BehaviorSubject<PageLocation>(locationOf(path));
  const go = (to: string, { replace = false } = {}) => {
    if (replace) history.pop();
    history.push(to);
    location$.next(locationOf(to));
  };
  return {
    location$,
    origin: 'http://atrium.test',
    navigate: go,
    setQuery(change, options) {
      const { pathname, search, hash } = location$.value;
      const query = new URLSearchParams(search);
      for (const [key, value] of Object.entries(change))
        if (value === undefined) query.delete(key);
        else query.set(key, value);
      const text = query.toString();
      go(pathname + (text && `?${text}`) + hash, options);
    },
    leave: (url, { replace = false } = {}) => {
      if (replace) history.pop();
      left.push(url);
    },
    openTab: (url) => tabs.push(url) > 0,
  };
};

const fail = (what: unknown) => {
  throw new Error(`Out of contract: ${JSON.stringify(what)}`);
};

/** Dialogs that answer as the test has set on the host. */
const fakeDialogs = (
  host: () => Pick<FakeHost, 'dialogsOpened' | 'dialogResult' | 'confirmAnswer'>,
): Host['dialogs'] => ({
  open(dialog, props) {
    // Refuses props that break the contract, as the shell does.
    const checked = dialog.props().safeParse(props);
    if (!checked.success) fail({ dialog: dialog.name, props, issues: checked.error.issues });
    host().dialogsOpened.push({ dialog: dialog.name, props });
    return Promise.resolve(host().dialogResult);
  },
  async confirm(props) {
    host().dialogsOpened.push({ dialog: 'shell.confirm', props });
    if (!host().confirmAnswer) return false;
    try {
      await props.action?.();
      return true;
    } catch {
      // As in the shell, a failed action leaves the question open.
      return new Promise(() => undefined);
    }
  },
});

const fakeLayout = (): FakeHost['layout'] => {
  const bars$ = new BehaviorSubject<Readonly<Record<BarSide, boolean>>>({ left: true, right: false });
  return {
    mobile$: new BehaviorSubject(false),
    desktop$: new BehaviorSubject(true),
    bars$,
    setBar: (side, open) => bars$.next({ ...bars$.value, [side]: open }),
  };
};

const fakeAppearance = (): Host['appearance'] => {
  const theme$ = new BehaviorSubject<ThemeName>('light');
  const fontSize$ = new BehaviorSubject<FontSize>('16px');
  return {
    theme$,
    fontSize$,
    setTheme: (theme) => theme$.next(theme),
    setFontSize: (size) => fontSize$.next(size),
  };
};

/**
 * A host for tests: the real bus, client and session with a fake service, everything else in memory. `user: null` is a
 * visitor after the first fetch. `fillers` fill slots, by their names. `path` is the browser's location, `userAgent`
 * its user agent, `share` its share dialog.
 */
export const createFakeHost = ({
  user = testUser(),
  path = '/',
  userAgent = 'Mozilla/5.0 Chrome/156.0.0.0 Safari/537.36',
  share,
  fillers,
}: {
  fillers?: Readonly<Record<string, readonly Filler[]>>;
  user?: User | null;
  path?: string;
  userAgent?: string;
  share?: Host['device']['share'];
} = {}): FakeHost => {
  const service = createFakeService();
  const eventsSeen: FakeHost['eventsSeen'] = [];
  const alertsShown: FakeHost['alertsShown'] = [];
  const dialogsOpened: FakeHost['dialogsOpened'] = [];
  const drawn: Pick<FakeHost, 'fillersShown' | 'followed'> = { fillersShown: [], followed: [] };
  const visits = { history: [path], left: [] as string[], tabs: [] as string[] };
  const bus = createBus({ onViolation: fail, onEvent: (event, payload) => eventsSeen.push({ event, payload }) });
  const client = createClient({
    baseUrl: '/api',
    fetch: service.fetch,
    onUnauthorized: () => session.recheck(),
    onBadAnswer: (call, reason) => fail({ call, reason }),
  });
  const session = createSession(client);
  (session.user$ as BehaviorSubject<User | undefined>).next(user ?? undefined);
  (session.authVersion$ as BehaviorSubject<number>).next(1);

  const host: FakeHost = {
    service,
    eventsSeen,
    alertsShown,
    dialogsOpened,
    ...visits,
    ...drawn,
    dialogResult: undefined,
    confirmAnswer: true,
    bus,
    client,
    session: session as unknown as FakeHost['session'],
    navigation: fakeNavigation(path, visits),
    alerts: {
      show: (alert) => String(alertsShown.push(alert)),
      dismiss: () => undefined,
    },
    dialogs: fakeDialogs(() => host),
    layout: fakeLayout(),
    appearance: fakeAppearance(),
    storage: { local: keyValue(), session: keyValue(), cookies: keyValue() },
    ipInfo$: new BehaviorSubject<IpInfo | undefined>({ country: 'US', region: 'CA', postal: '94016', ip: '192.0.2.1' }),
    attribution: { uuid: '00000000-0000-4000-8000-000000000000' },
    online$: new BehaviorSubject(true),
    outbox$: new BehaviorSubject<Outbox | undefined>(undefined),
    device: share ? { userAgent, share } : { userAgent },
    ...(fillers ? { slots: fakeSlots(fillers, drawn) } : {}),
  };
  return host;
};

import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { importPoll, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { DataImport } from '@atrium/shared-kernel/contracts/entities/data';
import { isCallFailure, isFailure } from '@atrium/shared-kernel/failure';
import * as events from '#contracts/events';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { BehaviorSubject } from 'rxjs';
import { useHost, type WorkspaceView } from '../remote.ts';

export const isInProgress = ({ state }: DataImport): boolean => state === 'waiting' || state === 'running';

/** The last imports, polled while one is in progress. Emits events for the lists when one is done. */
export const useImports = () => {
  const { client, bus } = useHost();
  const { data, error, isError, isPending, refetch } = useQuery({
    queryKey: ['imports'],
    queryFn: ({ signal }) => client.call(calls.data.listImports, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.imports.some(isInProgress) ? importPoll : false),
  });
  const imports = data?.imports;
  const running = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const ended = imports?.some(({ _id, state }) => state === 'done' && running.current.has(_id));
    running.current = new Set(imports?.filter(isInProgress).map(({ _id }) => _id));
    if (!ended) return;
    bus.emit(events.workspace.chatsChanged, {});
    bus.emit(events.workspace.collectionsChanged, {});
    bus.emit(events.workspace.memoriesChanged, {});
  }, [imports, bus]);
  return {
    imports: imports ?? [],
    awaited: isPending,
    failed: isError,
    failure: messageOf(error, ''),
    retry: () => void refetch(),
  };
};

export interface Upload {
  readonly name: string;
  /** 0 to 100. */
  readonly percent: number;
  /** All of it was sent, so it can no longer be canceled. */
  readonly sent?: boolean;
}

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/**
 * Notices about an upload whose dialog was closed: that it goes on, and how it ended. An open dialog shows that itself.
 */
const createNotices = ({ alerts, scope }: Pick<WorkspaceView, 'alerts' | 'scope'>, name: string) => {
  let over = false;
  let shown: string | undefined;
  return {
    whileUploading(cancel: () => void) {
      scope.add(() => {
        if (over) return;
        const message = `${name} is still being uploaded. Please keep this page open.`;
        shown = alerts.show({ type: 'info', time: 0, message, action: { label: 'Cancel', onSelect: cancel } });
      });
    },
    end() {
      over = true;
      if (shown !== undefined) alerts.dismiss(shown);
    },
    tell(type: 'info' | 'error', message: string, onRetry?: () => void) {
      if (!scope.signal.aborted) return;
      const action = onRetry && { label: 'Try again', onSelect: onRetry };
      alerts.show({ type, time: toastTimes.longest, message, ...(action ? { action } : {}) });
    },
  };
};

/**
 * Calls `end` when the page is left, and `cancel` when its user logs out: what the user started must not go on for
 * somebody else. Returns how to stop that.
 */
const endWithUser = ({ session }: Pick<WorkspaceView, 'session'>, end: () => void, cancel: () => void) => {
  const user = session.user$.value?._id;
  const changes = session.user$.subscribe((now) => {
    if (now?._id !== user) cancel();
  });
  globalThis.addEventListener('pagehide', end);
  return () => {
    changes.unsubscribe();
    globalThis.removeEventListener('pagehide', end);
  };
};

/** An import whose file the service has. */
interface Uploaded {
  readonly importId: string;
  readonly name: string;
}

interface Running {
  readonly upload?: Upload | undefined;
  /** One that could not be started. Its file need not be uploaded again. */
  readonly unstarted?: Uploaded | undefined;
  /** The import whose file is uploaded, until the list of imports is as the upload left it. */
  readonly ownId?: string | undefined;
}

const createRunning = () => {
  const state$ = new BehaviorSubject<Running>({});
  /** Those of the dialog that was opened last. */
  let queries: QueryClient | undefined;
  let control: AbortController | undefined;
  return {
    state$,
    set: (change: Running) => state$.next({ ...state$.value, ...change }),
    begin: (cancel: AbortController) => void (control = cancel),
    cancel: () => control?.abort(),
    show: (shown: QueryClient) => void (queries = shown),
    reread: () => queries?.invalidateQueries({ queryKey: ['imports'] }),
  };
};
/** The upload of a page, which outlives the dialog: it may be closed and opened again while one is running. */
const pages = new WeakMap<object, ReturnType<typeof createRunning>>();
const runningOf = (session: object) => {
  const running = pages.get(session) ?? createRunning();
  pages.set(session, running);
  return running;
};

/** How often an import is started if the service does not answer or fails. The waits double, from twice `importPoll`. */
const startTries = 4;

const mayPass = (error: unknown) => isCallFailure(error) && (error.status === 0 || error.status >= 500);

/** Starts an import. Repeating that changes nothing if only the answer was lost. */
const startUploaded = async (client: WorkspaceView['client'], importId: string, tried = 1): Promise<void> => {
  try {
    await client.call(calls.data.runImport, { importId }, { keepalive: true });
  } catch (error) {
    if (tried >= startTries || !mayPass(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, importPoll * 2 ** tried));
    await startUploaded(client, importId, tried + 1);
  }
};

/** Without this, the import would be listed as incomplete for a day. */
const giveUpImport = async (client: WorkspaceView['client'], importId: string | undefined): Promise<void> => {
  if (importId === undefined) return;
  await client.call(calls.data.cancelImport, { importId }, { keepalive: true }).catch(() => undefined);
};

/** Uploads a file and starts its import, one at a time. Closing the dialog does not end that. */
export const useImportFile = () => {
  const view = useHost();
  const { client, alerts, session } = view;
  const queries = useQueryClient();
  const running = runningOf(session);
  const { upload, unstarted, ownId } = useBehavior(running.state$);
  useEffect(() => running.show(queries), [running, queries]);
  const [problem, setProblem] = useState<string>();
  const end = async (importId: string | undefined) => {
    running.set({ upload: undefined });
    await running.reread();
    // The next upload may have started in the meantime.
    if (running.state$.value.ownId === importId) running.set({ ownId: undefined });
  };
  const fail = (error: unknown, { tell }: Pick<ReturnType<typeof createNotices>, 'tell'>, onRetry?: () => void) => {
    const failure = messageOf(error, 'Failed to import. Please try again.');
    setProblem(failure);
    tell('error', failure, onRetry);
  };
  /** Starts the import of a file that is uploaded, which is kept if that fails. */
  const start = async ({ importId, name }: Uploaded) => {
    const notices = createNotices(view, name);
    setProblem(undefined);
    running.set({ upload: { name, percent: 100, sent: true }, unstarted: undefined, ownId: importId });
    try {
      await startUploaded(client, importId);
      notices.tell('info', `${name} is uploaded, and its import has started.`);
    } catch (error) {
      const kept = mayPass(error);
      if (kept) running.set({ unstarted: { importId, name } });
      fail(error, notices, kept ? restart : undefined);
      running.set({ upload: undefined });
      if (isFailure(error, calls.data.runImport, 'import-incomplete')) await giveUpImport(client, importId);
    }
    await end(importId);
  };
  /** An alert may offer this after the import was started in the dialog. */
  const restart = () => {
    const { unstarted: kept, upload: current } = running.state$.value;
    if (kept && !current) void start(kept);
  };
  const send = async (file: File) => {
    const { name, size } = file;
    const cancel = new AbortController();
    running.begin(cancel);
    let importId: string | undefined;
    const abort = () => cancel.abort();
    const stop = endWithUser(view, () => void giveUpImport(client, importId), abort);
    const notices = createNotices(view, name);
    notices.whileUploading(abort);
    /** From now on nothing can be canceled. */
    const settle = () => {
      stop();
      notices.end();
    };
    setProblem(undefined);
    running.set({ upload: { name, percent: 0 }, unstarted: undefined });
    try {
      const started = await client.call(calls.data.startImport, { name, size });
      ({ importId } = started);
      running.set({ ownId: importId });
      // Browsers have several media types for zip files; the service accepts one.
      await client.upload(started.uploadUrl, file.slice(0, size, 'application/zip'), {
        signal: cancel.signal,
        progress: (percent) => running.set({ upload: { name, percent } }),
      });
      settle();
    } catch (error) {
      settle();
      if (isCancelled(error)) alerts.show({ type: 'info', time: toastTimes.short, message: 'Import canceled.' });
      else fail(error, notices);
      running.set({ upload: undefined });
      await giveUpImport(client, importId);
      return end(importId);
    }
    await start({ importId, name });
  };
  return { upload, unstarted, ownId, problem, send, restart, refuse: setProblem, cancel: running.cancel };
};

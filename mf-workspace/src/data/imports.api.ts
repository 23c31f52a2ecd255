import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { importPoll, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { DataImport } from '@atrium/shared-kernel/contracts/entities/data';
import * as events from '#contracts/events';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useHost } from '../remote.ts';

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
}

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** Uploads a file and starts its import, one at a time. */
export const useImportFile = () => {
  const { client, alerts, scope } = useHost();
  const queries = useQueryClient();
  const [upload, setUpload] = useState<Upload>();
  /** The import whose file is uploaded, until the list of imports is as the upload left it. */
  const [ownId, setOwnId] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const control = useRef<AbortController>(undefined);
  const send = async (file: File) => {
    const cancel = new AbortController();
    control.current = cancel;
    let importId: string | undefined;
    /** Without this, the import would be listed as incomplete for a day. */
    const giveUp = async () => {
      if (importId === undefined) return;
      await client.call(calls.data.cancelImport, { importId }, { keepalive: true }).catch(() => undefined);
    };
    const leave = () => void giveUp();
    globalThis.addEventListener('pagehide', leave);
    scope.add(() => cancel.abort());
    setProblem(undefined);
    setUpload({ name: file.name, percent: 0 });
    try {
      const started = await client.call(calls.data.startImport, { name: file.name, size: file.size });
      ({ importId } = started);
      setOwnId(importId);
      // Browsers have several media types for zip files; the service accepts one.
      await client.upload(started.uploadUrl, file.slice(0, file.size, 'application/zip'), {
        signal: cancel.signal,
        progress: (percent) => setUpload({ name: file.name, percent }),
      });
      await client.call(calls.data.runImport, { importId });
    } catch (error) {
      if (isCancelled(error)) alerts.show({ type: 'info', time: toastTimes.short, message: 'Import canceled.' });
      else setProblem(messageOf(error, 'Failed to import. Please try again.'));
      setUpload(undefined);
      await giveUp();
    }
    globalThis.removeEventListener('pagehide', leave);
    setUpload(undefined);
    await queries.invalidateQueries({ queryKey: ['imports'] });
    // The next upload may have started in the meantime.
    setOwnId((id) => (id === importId ? undefined : id));
  };
  return { upload, ownId, problem, send, refuse: setProblem, cancel: () => control.current?.abort() };
};

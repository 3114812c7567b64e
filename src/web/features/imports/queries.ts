/** What an owner asks of imports, and does with them. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportBody, ImportFormat, ImportKind } from '#contract/imports.ts';
import { api } from '#web/api.ts';
import { type UploadOptions, uploadImport } from '#web/calls/upload-import.ts';
import { refreshParts } from '#web/query-client.ts';

const LOOK_MS = 1_000;
const isMoving = (run: ImportBody | undefined) =>
  run?.state === 'reading' || run?.state === 'checking' || run?.state === 'applying';

/** The newest imports; looked at again every second while one of them moves. */
export const importsQuery = () =>
  queryOptions({
    queryKey: ['imports'],
    queryFn: ({ signal }) => api().importsList({}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isMoving) === true ? LOOK_MS : false),
  });

/** One import; looked at again every second while it moves. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', id],
    queryFn: ({ signal }) => api().importsGet({ params: { id } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isMoving(state.data) ? LOOK_MS : false),
  });

/** The first errors of an import; asked for anew when their number has changed. */
export const importErrorsQuery = ({ id, errorCount }: ImportBody) =>
  queryOptions({
    queryKey: ['imports', id, 'errors', errorCount],
    queryFn: ({ signal }) => api().importsErrors({ params: { id } }, { signal }),
  });

/** To compare a million rows with the shop takes seconds: not with each look at the page. */
const COMPARED_FOR_MS = 60_000;

/** What an import that waits to be applied would change most, by what the shop has now; asked for of prices and stock alone. */
export const useLargestChanges = ({ id, kind, state }: ImportBody) =>
  useQuery({
    queryKey: ['imports', id, 'changes'],
    queryFn: ({ signal }) => api().importsChanges({ params: { id } }, { signal }),
    staleTime: COMPARED_FOR_MS,
    enabled: state === 'checked' && (kind === 'prices' || kind === 'stock'),
  });

/** The rate of the first moments tells nothing. */
const TOLD_AFTER_SECONDS = 2;

/** Brings a file. `sending` says how far it is, and gives it up. */
export function useBringFile() {
  const queryClient = useQueryClient();
  const [sending, setSending] = useState<{
    readonly name: string;
    readonly share: number;
    /** Null before there is something to go by. */
    readonly secondsLeft: number | null;
    readonly cancel: () => void;
  }>();
  const bring = useMutation({
    mutationFn: async ({ file, options }: { readonly file: File; readonly options: UploadOptions }) => {
      const given = new AbortController();
      const startedMs = performance.now();
      const tell = (share: number) => {
        const seconds = (performance.now() - startedMs) / 1_000;
        const isTold = seconds >= TOLD_AFTER_SECONDS && share > 0;
        const secondsLeft = isTold ? Math.ceil((seconds / share) * (1 - share)) : null;
        setSending({ name: file.name, share, secondsLeft, cancel: () => given.abort() });
      };
      tell(0);
      try {
        return await uploadImport(file, options, { signal: given.signal, onProgress: tell });
      } finally {
        setSending(undefined);
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['imports'] }),
  });
  return { bring, sending };
}

function useChange<Input>(change: (input: Input) => Promise<ImportBody>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (run) => queryClient.setQueryData(['imports', run.id], run),
    onSettled: () => refreshParts(queryClient, 'imports', 'catalogue'),
  });
}

export const useApplyImport = () =>
  useChange(({ id, skipErrors }: { readonly id: string; readonly skipErrors: boolean }) =>
    api().importsApply({ params: { id }, body: { skipErrors } }),
  );
export const useCancelImport = () => useChange((id: string) => api().importsCancel({ params: { id } }));

type Wanted =
  | { readonly what: 'export'; readonly kind: ImportKind; readonly format: ImportFormat }
  | { readonly what: 'errors'; readonly importId: string };

/** Has the browser fetch a file by itself: it may be larger than what fits into a page's memory. */
export const useDownload = () =>
  useMutation({
    mutationFn: async (wanted: Wanted) => {
      const { url } = await api().downloadsCreate({ body: wanted });
      const link = document.createElement('a');
      link.href = url;
      link.download = '';
      link.click();
    },
  });

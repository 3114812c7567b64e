/** Sends what an owner typed about a part: its picture first, then the part. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '#web/api.ts';
import { useWriteKey } from '#web/use-write-key.ts';
import { changesOf, newPartOf, type PartDraft } from './part-editor-values.ts';

/** Uploads a picture once, however often saving is tried. */
function useUpload() {
  const last = useRef<{ readonly file: File; readonly url: string } | null>(null);
  return async (file: File): Promise<string> => {
    if (last.current?.file !== file) {
      const { data } = await api().imagesUpload({ form: { image: file } });
      last.current = { file, url: data.url };
    }
    return last.current.url;
  };
}

function useRefreshParts() {
  const queryClient = useQueryClient();
  return () => {
    for (const root of ['parts', 'part', 'part-by-number', 'catalogue', 'stock']) {
      void queryClient.invalidateQueries({ queryKey: [root] });
    }
  };
}

/** Adds a part; answers its id. Tried again after a fault, it is added once. */
export function useAddPart() {
  const upload = useUpload();
  const writeKey = useWriteKey();
  const refresh = useRefreshParts();
  return useMutation({
    mutationFn: async (draft: PartDraft & { readonly image: File }) => {
      const body = newPartOf(draft, await upload(draft.image));
      const { insertedId } = await api().partsCreate({ body, idempotencyKey: writeKey.keyFor(body) });
      return insertedId;
    },
    onSuccess: () => {
      writeKey.forget();
      refresh();
    },
  });
}

/** Changes what was touched of a part; answers the part. */
export function useChangePart(id: string) {
  const upload = useUpload();
  const refresh = useRefreshParts();
  return useMutation({
    mutationFn: async ({
      draft,
      touched,
    }: {
      readonly draft: PartDraft;
      readonly touched: Partial<Record<keyof PartDraft, unknown>>;
    }) => {
      const img = draft.image === null ? undefined : await upload(draft.image);
      return api().partsUpdate({ params: { id }, body: changesOf(draft, touched, img) });
    },
    onSuccess: refresh,
  });
}

/** Takes a part out of the shop. */
export function useDeletePart() {
  const refresh = useRefreshParts();
  return useMutation({
    mutationFn: (id: string) => api().partsDelete({ params: { id } }),
    onSettled: refresh,
  });
}

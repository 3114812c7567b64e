/** Sends what an owner typed about a part: its picture first, then the part. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PartBody } from '#contract/catalogue.ts';
import { ApiError } from '#contract/kernel/api-error.ts';
import { api } from '#web/api.ts';
import { uploadPicture } from '#web/calls/upload-picture.ts';
import { refreshParts } from '#web/query-client.ts';
import { notify } from '#web/ui/toasts.ts';
import { useWriteKey } from '#web/use-write-key.ts';
import type { SendingPicture } from './image-field.tsx';
import { changesOf, newPartOf, type PartDraft } from './part-editor-values.ts';

/** An answer without an id, such as something between browser and shop may give: nothing says that a part was added. */
const NOT_ADDED = {
  type: 'about:blank',
  title: 'The server answered something unexpected',
  status: 0,
  code: 'UNEXPECTED_ANSWER',
} as const;

/** Uploads a picture once, however often saving is tried. */
function useUpload() {
  const last = useRef<{ readonly file: File; readonly url: string } | null>(null);
  const [sending, setSending] = useState<SendingPicture>();
  const upload = async (file: File): Promise<string> => {
    if (last.current?.file === file) return last.current.url;
    const given = new AbortController();
    const tell = (share: number) => setSending({ share, cancel: () => given.abort() });
    tell(0);
    try {
      const url = await uploadPicture(file, { signal: given.signal, onProgress: tell });
      last.current = { file, url };
      return url;
    } finally {
      setSending(undefined);
    }
  };
  return { upload, sending };
}

function useRefreshParts() {
  const queryClient = useQueryClient();
  return () => refreshParts(queryClient, 'catalogue');
}

/** Adds a part and answers its id; `sending` while its picture is sent. Tried again after a fault, it is added once. */
export function useAddPart() {
  const { upload, sending } = useUpload();
  const writeKey = useWriteKey();
  const refresh = useRefreshParts();
  const { mutateAsync } = useMutation({
    mutationFn: async (draft: PartDraft & { readonly image: File }) => {
      const body = newPartOf(draft, await upload(draft.image));
      const { insertedId } = await api().partsCreate({ body, idempotencyKey: writeKey.keyFor(body) });
      if (typeof insertedId !== 'string') throw new ApiError(NOT_ADDED);
      return insertedId;
    },
    onSuccess: () => {
      writeKey.forget();
      refresh();
    },
  });
  return { mutateAsync, sending };
}

/** Changes what of a part is not as in `base` and answers the part; `sending` while its picture is sent. */
export function useChangePart(id: string) {
  const { upload, sending } = useUpload();
  const refresh = useRefreshParts();
  const { mutateAsync } = useMutation({
    mutationFn: async ({ draft, base }: { readonly draft: PartDraft; readonly base: PartDraft }) => {
      const img = draft.image === null ? undefined : await upload(draft.image);
      return api().partsUpdate({ params: { id }, body: changesOf(draft, base, img) });
    },
    onSuccess: refresh,
  });
  return { mutateAsync, sending };
}

/** Takes a part out of the shop, and says so. */
export function useDeletePart() {
  const refresh = useRefreshParts();
  return useMutation({
    mutationFn: ({ _id }: Pick<PartBody, '_id' | 'name'>) => api().partsDelete({ params: { id: _id } }),
    onSuccess: (_, { name }) => notify.success(`Product: ${name} is deleted.`),
    onSettled: refresh,
  });
}

/** The document about an order as a PDF to keep. */
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { problemOf } from '#contract/kernel/api-error.ts';
import { api } from '#web/api.ts';
import { saveAnswer } from '#web/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';

/** Fetches the PDF of an order, by its id or number, and gives it to the reader. */
export function useReceiptDownload(orderRef: string) {
  return useMutation({
    mutationFn: async () =>
      saveAnswer(await api().orderReceiptPdf({ params: { id: orderRef } }), `${orderRef}.pdf`),
  });
}

type ReceiptDownload = ReturnType<typeof useReceiptDownload>;

export function DownloadReceiptButton({ download }: { readonly download: ReceiptDownload }) {
  return (
    <Button busy={download.isPending} onClick={() => download.mutate()}>
      <Download className="icon" aria-hidden="true" />
      Download PDF
    </Button>
  );
}

/** What went wrong with it; nothing while nothing did. */
export function DownloadFailure({ download }: { readonly download: ReceiptDownload }) {
  if (!download.isError) return null;
  const problem = problemOf(download.error) ?? undefined;
  return (
    <ErrorNotice
      {...(problem === undefined ? {} : { problem })}
      kept="The PDF was not saved. The page to print says the same."
      onRetry={() => download.mutate()}
    />
  );
}

/** Files into the shop and out of it. */
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { problemOf } from '#contract/kernel/api-error.ts';
import { searchText } from '#web/addresses/search-params.ts';
import { pageHead } from '#web/document/head.ts';
import { ExportList } from '#web/features/imports/export-list.tsx';
import { FileDrop } from '#web/features/imports/file-drop.tsx';
import { ImportHistory } from '#web/features/imports/import-history.tsx';
import { ImportSheet } from '#web/features/imports/import-sheet.tsx';
import { importQuery, importsQuery, useBringFile } from '#web/features/imports/queries.ts';
import { PageTitle, SectionHead } from '#web/ui/headings.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './import-export.module.css';

const ID_LENGTH = 36;

export const Route = createFileRoute('/dashboard/_admin/importExport')({
  validateSearch: (search: Record<string, unknown>): { import?: string } => {
    const id = searchText(search.import, ID_LENGTH);
    return id === undefined ? {} : { import: id };
  },
  head: ({ match }) => pageHead(match.context, { title: 'Import and Export', noIndex: true }),
  component: ImportExport,
});

function ImportExport() {
  const { import: shown } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { bring, sending } = useBringFile();
  const list = useQuery(importsQuery());
  const failure = bring.error === null ? null : problemOf(bring.error);
  const show = (id: string | undefined) => navigate({ search: id === undefined ? {} : { import: id } });
  return (
    <>
      <PageTitle>Import and Export</PageTitle>
      <div className={styles.page}>
        <FileDrop
          sending={sending}
          onFile={(file, options) =>
            bring.mutate({ file, options }, { onSuccess: ({ id }) => void show(id) })
          }
        />
        {bring.isError && failure?.code !== 'ABORTED' && (
          <ErrorNotice problem={failure ?? undefined} kept="Nothing has changed." />
        )}
        {shown !== undefined && <Shown id={shown} onClose={() => void show(undefined)} />}
        <section className={styles.section} aria-label="Files">
          <SectionHead title="Files" />
          <ExportList />
        </section>
        <section className={styles.section} aria-label="Imports">
          <SectionHead title="Imports" />
          {list.isError && list.data === undefined ? (
            <ErrorNotice problem={problemOf(list.error) ?? undefined} onRetry={() => list.refetch()} />
          ) : (
            <ImportHistory runs={list.data} />
          )}
        </section>
      </div>
    </>
  );
}

function Shown({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data: run, isError, error, refetch } = useQuery(importQuery(id));
  if (run !== undefined) return <ImportSheet run={run} onClose={onClose} />;
  if (isError) return <ErrorNotice problem={problemOf(error) ?? undefined} onRetry={() => refetch()} />;
  return <Spinner label="Loading the import" />;
}

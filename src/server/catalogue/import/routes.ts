/** The operations of imports and downloads. */
import type { imports } from '#contract/imports.ts';
import type { Handlers } from '#contract/kernel/operation.ts';
import { isRefusal, refuse } from '#domain/refusal.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { ShopCallers } from '#server/users/caller.ts';
import { issueTicket, readTicket } from '../export/download-ticket-store.ts';
import { wantedFile } from '../export/wanted-file.ts';
import { largestChanges } from './import-changes.ts';
import type { ImportJobDeps } from './import-jobs.ts';
import { firstErrors, readImport, readImports } from './import-report.ts';
import { applyImport, cancelImport } from './import-run.ts';
import { receiveFile } from './receive-file.ts';

const importObject = (run: { readonly id: string; readonly file_name: string }) =>
  ({ kind: 'import', id: run.id, name: run.file_name }) as const;

export function importHandlers(deps: ImportJobDeps): Handlers<typeof imports, ShopCallers> {
  const db = deps.databases.write;
  const bodyOf = async (id: string) => (await readImport(deps, id)) ?? refuse('NOT_FOUND');
  const workLater = (tx: Tx, importId: string) => deps.enqueue(tx, 'work-on-import', { importId });
  return {
    importsUpload: async ({ query, stream, caller, audit }) => {
      const { fileName, kind } = query;
      const upload = { fileName, kind, passOver: query.otherColumns === 'passOver', actorId: caller.id };
      // Somebody who cancels it while it comes leaves nothing to keep.
      audit.nothingToKeep();
      const received = await receiveFile(deps, upload, stream, {
        async whenStaged(tx, id) {
          await workLater(tx, id);
          await audit.write(tx, { object: { kind: 'import', id, name: fileName } });
        },
      });
      if (isRefusal(received)) return received;
      const made = await readImport(deps, received.importId);
      if (made === undefined) throw new Error('an import is gone as soon as it was made');
      return made;
    },
    importsList: () => readImports(deps),
    importsGet: ({ params }) => bodyOf(params.id),
    importsErrors: async ({ params }) => {
      if ((await readImport(deps, params.id)) === undefined) return refuse('NOT_FOUND');
      return firstErrors(deps, params.id);
    },
    importsChanges: ({ params }) => largestChanges(deps, params.id),
    importsApply: async ({ params, body, audit }) => {
      const begun = await applyImport(deps, params.id, body, async (tx, run) => {
        await workLater(tx, params.id);
        await audit.write(tx, { object: importObject(run), after: { kind: run.kind, ...body } });
      });
      return isRefusal(begun) ? begun : bodyOf(params.id);
    },
    importsCancel: async ({ params, audit }) => {
      const cancelled = await cancelImport(deps, params.id, async (tx, run) => {
        // Its job finds nothing left to do but to let go of the rows.
        await workLater(tx, params.id);
        await audit.write(tx, { object: importObject(run), before: { state: run.state } });
      });
      return isRefusal(cancelled) ? cancelled : bodyOf(params.id);
    },
    downloadsCreate: async ({ body, caller, audit }) => {
      if (body.what === 'errors' && (await readImport(deps, body.importId)) === undefined)
        return refuse('NOT_FOUND');
      if (body.what === 'export' && wantedFile(deps, body) === undefined) return refuse('NOT_FOUND');
      const file = body.what === 'export' ? body.kind : `errors of import ${body.importId}`;
      return inTransaction(db, async (tx) => {
        await audit.write(tx, { object: { kind: 'file', id: file } });
        return { url: `/api/downloads/${await issueTicket(tx, caller.id, body, deps.now())}` };
      });
    },
    downloadsGet: async ({ params }) => {
      const wanted = await readTicket(db, params.ticket, deps.now());
      return (wanted && wantedFile(deps, wanted)) ?? refuse('NOT_FOUND');
    },
  };
}

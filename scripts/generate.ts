/**
 * Writes the files that are made from the table of operations: the browser's manifest and the OpenAPI document.
 * `npm run generate` after every change of `src/contract`; a test says when it was forgotten.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API_INFO } from '#contract/api-info.ts';
import { identityTable } from '#contract/identity.ts';
import { manifestOf } from '#contract/kernel/manifest.ts';
import { openApiOf } from '#contract/kernel/openapi.ts';
import type { Table } from '#contract/kernel/operation.ts';
import { table } from '#contract/table.ts';

/** A generated file: its path from the project's folder, and what belongs in it. */
export type GeneratedFile = { readonly path: string; readonly text: string };

function versionOfProject(): string {
  const parsed: unknown = JSON.parse(
    readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8'),
  );
  if (typeof parsed === 'object' && parsed !== null && 'version' in parsed) return String(parsed.version);
  throw new Error('package.json has no version');
}

function manifestLines(of: Table): readonly string[] {
  return Object.entries(manifestOf(of)).map(([name, entry]) => `  ${name}: ${JSON.stringify(entry)},`);
}

/** Everything that is generated, as it should be now. */
export function generatedFiles(): readonly GeneratedFile[] {
  const document = openApiOf({ ...table, ...identityTable }, { ...API_INFO, version: versionOfProject() });
  return [
    {
      path: 'src/contract/manifest.gen.ts',
      text: [
        '// Generated from the table of operations by `npm run generate`.',
        "import type { IdentityTable } from './identity.ts';",
        "import type { Manifest } from './kernel/manifest.ts';",
        "import type { ShopTable } from './table.ts';",
        '',
        '/** How to make each call of the shop. */',
        'export const manifest: Manifest<ShopTable> = {',
        ...manifestLines(table),
        '};',
        '',
        "/** The embedded identity provider's own calls. */",
        'export const identityManifest: Manifest<IdentityTable> = {',
        ...manifestLines(identityTable),
        '};',
        '',
      ].join('\n'),
    },
    { path: 'docs/api/openapi.json', text: `${JSON.stringify(document, null, 2)}\n` },
  ];
}

if (import.meta.main) {
  for (const { path, text } of generatedFiles()) {
    const target = fileURLToPath(new URL(`../${path}`, import.meta.url));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    console.log(path);
  }
}

/** The API explained: its OpenAPI document, a page to read and try it, and the list of its problems. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Hono } from 'hono';
import { openApiOf } from '#contract/kernel/openapi.ts';
import type { RefusalSpec, Table } from '#contract/kernel/operation.ts';
import { KERNEL_PROBLEMS } from '#contract/kernel/problems.ts';
import { entityTagOf, matchesTag, SAFETY_HEADERS } from './answer.ts';
import { answerOtherMethod, BASE_PATH, type Env, requestIdOf } from './http.ts';

export type DocsOptions = {
  readonly table: Table;
  readonly title: string;
  readonly description: string;
  readonly version: string;
};

// Everything comes from files of this server: the viewer needs no inline script, and sets its styles by script.
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const DOCS = `${BASE_PATH}/docs`;

const INIT_SCRIPT = `window.SwaggerUIBundle({
  url: '${BASE_PATH}/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  filter: true,
  validatorUrl: null,
  // Cookies never say who calls.
  withCredentials: false,
});
`;

const PROBLEMS_STYLE = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 1rem 0.5rem 0; border-bottom: 1px solid #ccc; }
tr:target { background: #fff3c4; }
`;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '');
}

function docsPage(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} API</title>
<link rel="icon" href="${DOCS}/favicon-32x32.png">
<link rel="stylesheet" href="${DOCS}/swagger-ui.css">
</head>
<body>
<noscript>This page needs script. The document itself is at <a href="${BASE_PATH}/openapi.json">${BASE_PATH}/openapi.json</a>.</noscript>
<main id="docs"></main>
<script src="${DOCS}/swagger-ui-bundle.js"></script>
<script src="${DOCS}/init.js"></script>
</body>
</html>
`;
}

type ListedProblem = {
  readonly status: number;
  readonly title: string;
  readonly operations: readonly string[];
};

function problemsOf(table: Table): ReadonlyMap<string, ListedProblem> {
  const problems = new Map<string, ListedProblem>();
  for (const [code, { status, title }] of Object.entries(KERNEL_PROBLEMS)) {
    problems.set(code, { status, title, operations: [] });
  }
  for (const [name, operation] of Object.entries(table)) {
    const refusals: Readonly<Record<string, RefusalSpec>> = operation.refusals ?? {};
    for (const [code, { status, title }] of Object.entries(refusals)) {
      problems.set(code, { status, title, operations: [...(problems.get(code)?.operations ?? []), name] });
    }
  }
  return problems;
}

function problemsPage(title: string, table: Table): string {
  const rows = [...problemsOf(table)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { status, title: about, operations }]) => {
      const where = operations.length === 0 ? 'any operation' : operations.join(', ');
      return `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(about)}</td><td>${where}</td></tr>`;
    });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} API: problems</title>
<link rel="stylesheet" href="${DOCS}/problems.css">
</head>
<body>
<h1>Problems that the API answers with</h1>
<p>An error's <code>code</code> tells it apart; <a href="${DOCS}">what each operation says with it</a> stands with the operation.</p>
<table>
<thead><tr><th>Code</th><th>Status</th><th>Meaning</th><th>Operations</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</body>
</html>
`;
}

type Asset = {
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly zipped: Uint8Array<ArrayBuffer> | undefined;
  readonly tag: string;
};

const zip = promisify(gzip);

async function assetOf(contentType: string, content: string | Uint8Array): Promise<Asset> {
  const bytes = new Uint8Array(typeof content === 'string' ? Buffer.from(content) : content);
  const zipped = contentType.startsWith('image/') ? undefined : new Uint8Array(await zip(bytes));
  return { contentType, bytes, zipped, tag: entityTagOf(bytes) };
}

async function viewerFile(contentType: string, name: string): Promise<Asset> {
  return assetOf(contentType, await readFile(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`))));
}

function sendAsset(request: Request, asset: Asset): Response {
  const headers: Record<string, string> = {
    ...SAFETY_HEADERS,
    'content-security-policy': PAGE_POLICY,
    'content-type': asset.contentType,
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'x-request-id': requestIdOf(request),
  };
  const isZipped =
    asset.zipped !== undefined && /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
  // Other bytes, so another tag.
  headers.etag = isZipped ? asset.tag.replace(/"$/, '-gzip"') : asset.tag;
  if (matchesTag(request.headers.get('if-none-match') ?? '', headers.etag)) {
    return new Response(null, { status: 304, headers });
  }
  if (isZipped) headers['content-encoding'] = 'gzip';
  return new Response(isZipped ? asset.zipped : asset.bytes, { headers });
}

/**
 * Adds `/openapi.json`, `/docs` (a viewer that lives on this server alone) and `/problems` to an API. Must be called
 * before its first request. Each is made when it is first asked for.
 */
export function mountDocs(api: Hono<Env>, options: DocsOptions): void {
  const { table, title, description, version } = options;
  const document = () =>
    `${JSON.stringify(openApiOf(table, { title, description, version, basePath: BASE_PATH }))}\n`;
  const html = 'text/html; charset=utf-8';
  const script = 'text/javascript; charset=utf-8';
  const style = 'text/css; charset=utf-8';
  const pages: Readonly<Record<string, () => Promise<Asset>>> = {
    '/openapi.json': () => assetOf('application/json', document()),
    '/docs': () => assetOf(html, docsPage(title)),
    '/docs/init.js': () => assetOf(script, INIT_SCRIPT),
    '/docs/swagger-ui-bundle.js': () => viewerFile(script, 'swagger-ui-bundle.js'),
    '/docs/swagger-ui.css': () => viewerFile(style, 'swagger-ui.css'),
    '/docs/favicon-32x32.png': () => viewerFile('image/png', 'favicon-32x32.png'),
    '/docs/problems.css': () => assetOf(style, PROBLEMS_STYLE),
    '/problems': () => assetOf(html, problemsPage(title, table)),
  };
  for (const [path, make] of Object.entries(pages)) {
    let made: Promise<Asset> | undefined;
    api.all(path, async (c) => {
      const request = c.req.raw;
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return answerOtherMethod(request, 'GET, HEAD, OPTIONS');
      }
      made ??= make();
      return sendAsset(request, await made);
    });
  }
}

/** The page for those who are refused while the shop has too much to do: bytes that are made once and cost nothing. */
import { createHash } from 'node:crypto';

const STYLE = `
:root { color-scheme: light dark }
body { margin: 0; display: grid; min-height: 100vh; place-items: center; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 34rem; padding: 2rem }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem; text-wrap: balance }
p { margin: 0 0 1rem }
`;
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>The shop is very busy</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>The shop is very busy just now</h1>
<p>More people want something than it can serve at this moment. Nothing that you have sent is lost, and nothing was changed.</p>
<p><a href="">Try again</a> in a few seconds.</p>
</main>
</body>
</html>
`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Answers 503, and after how many seconds to try again. */
export function busyPage(retryAfterSeconds: number): Response {
  return new Response(PAGE, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'retry-after': String(retryAfterSeconds),
    },
  });
}

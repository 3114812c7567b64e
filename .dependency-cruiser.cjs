/**
 * The arrows of the house: who may import whom. ARCHITECTURE.md explains them; tests/architecture plants a violation of
 * each rule and looks that it is found. Every rule's comment says what to do instead.
 */
// The port to where pictures are kept is named a store, too; it has no tables.
const PORTS = '^src/server/images/image-store\\.ts$';
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule(
      'no-cycles',
      'Two files that need each other are one file, or a third that both use.',
      { path: '^src/', pathNot: '\\.gen\\.ts$' },
      {
        circular: true,
        // The generated route tree and the router that it types know each other; that is how the router works.
        viaOnly: { path: '^src/', pathNot: '\\.gen\\.ts$' },
      },
    ),
    rule(
      'domain-is-alone',
      'Rules are pure. What they need comes as an argument.',
      { path: '^src/domain/' },
      { pathNot: '^src/domain/' },
    ),
    rule(
      'contract-knows-domain-and-schemas',
      'What crosses the wire is described with the domain and the schema library alone.',
      { path: '^src/contract/' },
      { pathNot: '^src/(contract|domain)/|(^|/)node_modules/zod/' },
    ),
    rule(
      'web-and-server-are-apart',
      'Pages call operations through src/web/api.ts; shared rules belong to the domain.',
      { path: '^src/web/' },
      { path: '^src/(server|main)/' },
    ),
    rule(
      'server-and-web-are-apart',
      'The server answers operations; how they look is for the pages.',
      { path: '^src/server/' },
      { path: '^src/(web|main)/' },
    ),
    rule(
      'features-are-apart',
      'Features of the web are put together by routes. What two of them need belongs to src/web/ui or to the domain.',
      { path: '^src/web/features/([^/]+)/' },
      {
        path: '^src/web/(features|routes)/',
        pathNot: ['^src/web/features/$1/', '^src/web/features/(identity|shop)/'],
      },
    ),
    rule(
      'ui-knows-no-business',
      'A component that knows a part or an order belongs to a feature.',
      { path: '^src/web/ui/' },
      { path: '^src/web/(features|routes)/|^src/contract/(?!kernel/)' },
    ),
    rule(
      'stores-are-private',
      'Ask the noun for a function in a file named after what it does; its store is its own.',
      { path: '^src/server/([^/]+)/' },
      { path: '^src/server/.*-store\\.ts$', pathNot: ['^src/server/$1/', PORTS] },
    ),
    rule(
      'stores-are-the-servers',
      'Ask the noun for a function in a file named after what it does.',
      { path: '^src/(?!server/)' },
      { path: '^src/server/(?!adapters/).*-store\\.ts$', pathNot: PORTS },
    ),
    rule(
      'adapters-only-in-main',
      'Use the port; main chooses the adapter.',
      { path: '^src/(?!main/)', pathNot: '^src/server/adapters/' },
      { path: '^src/server/adapters/' },
    ),
    rule(
      'drivers-only-at-the-edges',
      'Drivers are for the platform and adapters; a store speaks through Kysely.',
      { path: '^src/', pathNot: '^src/server/(platform|adapters)/' },
      { path: '(^|/)node_modules/(pg|pg-boss|pg-copy-streams|stripe|better-auth|nodemailer)/' },
    ),
    rule(
      'firebase-in-its-own-chunk',
      'Its library is only for shops that have it: firebase-client.ts and what that file alone imports may know it.',
      { path: '^src/', pathNot: '^src/web/features/identity/firebase-(client|problems)\\.ts$' },
      { path: '(^|/)node_modules/@?firebase/|^src/web/features/identity/firebase-problems\\.ts$' },
    ),
    rule(
      'firebase-on-demand',
      'Import firebase-client.ts at the moment when it is needed, as firebase-identity.ts does.',
      { path: '^src/' },
      { path: '^src/web/features/identity/firebase-client\\.ts$', dynamic: false },
    ),
    rule(
      'no-tests-in-src',
      'Tests look at the source, never the other way.',
      { path: '^src/' },
      { path: '^(tests|bench)/|(^|/)node_modules/(vitest|fast-check|playwright-core)/' },
    ),
  ],
  options: {
    // TypeScript 7 has no API that the cruiser could read files with; swc has.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: '(^|/)node_modules/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};

/** How the pages are built and served: `client` for the browser, `server/server.js` for rendering. */
import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { hoverByPointer } from './scripts/hover-by-pointer.ts';
import { leanIcons } from './scripts/lean-icons.ts';

/**
 * Route pages are chunks that load on demand. This lets each wait at most 120 s and fail with an error of our own, so
 * that the reader is offered another try; the router by itself would wait for ever, or reload the page.
 */
function patientRouteChunks(): Plugin {
  const routeImport = /\(\) => import\(("[^"]*tsr-split[^"]*"|'[^']*tsr-split[^']*')\)/g;
  return {
    name: 'mainshaft:patient-route-chunks',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (!id.includes('/src/web/routes/') || !code.includes('tsr-split')) return null;
      const patient = code
        .replace(routeImport, '() => patientImport(() => import($1))')
        // The router asks for the chunk of a loader each time that it calls it.
        .replace(/lazyFn\((\$\$splitLoaderImporter\w*)/g, 'lazyFn(importOnce($1)');
      if (patient === code) return null;
      return {
        code: `import { importOnce, patientImport } from '#web/patient-import.ts';\n${patient}`,
        map: null,
      };
    },
  };
}

/**
 * Says the order of the cascade layers at the head of every style sheet, so that it is the same whichever arrives first.
 */
function layerOrder(): Plugin {
  return {
    name: 'mainshaft:layer-order',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/src\/web\/.*\.css$/.test(id.split('?')[0] ?? '')) return null;
      return { code: `@layer base, ui, page;\n${code}`, map: null };
    },
  };
}

/**
 * One style sheet for all pages of the shop, and one for those behind sign-in: a page of many small ones waits for each of them
 * before it is painted, and the next page again. What a page loads when it is pressed keeps its own.
 */
function twoStyleSheets(): Plugin {
  const SHOP_PAGES = /\/src\/web\/routes\/(shop|newsletter)\//;
  const PAGES_INSIDE = /\/src\/web\/routes\/(dashboard|admin)\//;
  return {
    name: 'mainshaft:two-style-sheets',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const chunks = new Map(
          Object.values(bundle).flatMap((output) =>
            output.type === 'chunk' ? [[output.fileName, output]] : [],
          ),
        );
        const entry = [...chunks.values()].find((chunk) => chunk.isEntry);
        if (entry === undefined) throw new Error('The pages have no entry');
        const all = [...chunks.values()];
        const sheetsOf = (chunk: typeof entry) => chunk.viteMetadata?.importedCss ?? new Set<string>();
        const chunksOf = (pages: RegExp) =>
          all.filter((chunk) => chunk.moduleIds.some((id) => pages.test(id)));
        const withImports = (some: readonly (typeof entry)[]) => {
          const found = new Set<typeof entry>();
          const add = (chunk: typeof entry | undefined): void => {
            if (chunk === undefined || found.has(chunk)) return;
            for (const file of chunk.imports) add(chunks.get(file));
            found.add(chunk);
          };
          some.forEach(add);
          return [...found];
        };
        /** Makes one of the sheets of these chunks, and answers its name and who had any of them. */
        const merge = (name: string, some: readonly (typeof entry)[]) => {
          const merged = new Set(some.flatMap((chunk) => [...sheetsOf(chunk)]));
          if (merged.size === 0) throw new Error(`There is nothing to make ${name} of`);
          const text = [...merged].map((file) => {
            const sheet = bundle[file];
            if (sheet?.type !== 'asset') throw new Error(`There is no style sheet ${file}`);
            delete bundle[file];
            return String(sheet.source);
          });
          const sheet = this.getFileName(this.emitFile({ type: 'asset', name, source: text.join('') }));
          const hadAny = all.filter((chunk) => [...sheetsOf(chunk)].some((file) => merged.has(file)));
          for (const chunk of hadAny) for (const file of merged) sheetsOf(chunk).delete(file);
          return { sheet, hadAny };
        };
        const shop = merge('shop.css', withImports([entry, ...chunksOf(SHOP_PAGES)]));
        const inside = merge('inside.css', withImports(chunksOf(PAGES_INSIDE)));
        // Behind both, for pages inside have the entry's imports, too: it is there before every page.
        sheetsOf(entry).add(shop.sheet);
        for (const chunk of inside.hadAny) sheetsOf(chunk).add(inside.sheet);
      },
    },
  };
}

/**
 * A class is called what it is called in its file, and marked by where that is. Each name stands in the page, in its style
 * and in its script, where the line of the file, which is put to it otherwise, is as much as three characters more.
 */
function classNameIn(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.split('?')[0] ?? '');
  return `${name}_${createHash('sha256').update(path).digest('hex').slice(0, 5)}`;
}

/** What many pages load in one file. */
const OF_MANY_PAGES = new RegExp(
  [
    // Tables, what only they need, and texts to copy are of pages behind sign-in: none that anybody may see pays for them.
    // Nor does a part for the views of a list.
    'src/web/ui/(?!table|use-near|in-turn|use-printing|copy-text|segmented)',
    // Nor do lists and parts for what the pages of brands and types ask, nor a part for lines and cards.
    'src/web/features/catalogue/(?!shelf-queries|part-(lines|card))',
    // What lines and cards need and others do, too.
    'src/(domain/ordering/quantity|web/navigation/(use-following|laid-out|rest))\\.',
    'node_modules/lucide-react/',
  ].join('|'),
);

export default defineConfig(({ command }) => ({
  resolve: {
    alias: [
      // What it stands in for has been in React itself since 18.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      {
        find: /^\.\.\/createLucideIcon\.mjs$/,
        replacement: join(import.meta.dirname, 'src/web/ui/lucide-icon.ts'),
      },
    ],
  },
  css: { modules: { generateScopedName: classNameIn }, postcss: { plugins: [hoverByPointer] } },
  // Builds that are made meanwhile are no sources.
  server: { host: '127.0.0.1', watch: { ignored: [join(import.meta.dirname, 'dist/**')] } },
  build: {
    // No file is turned into a data: address, so that the content security policy needs none.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The entry lists what goes with each chunk. What few pages share is found when the chunk is there.
      resolveDependencies: (_file, files) => files.filter((file) => /\.css$|\/pages-/.test(file)),
    },
    // Lightning CSS would rewrite light-dark() for old browsers and lose the switch by data-theme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What the entry needs comes in one file, which packs tighter than in pieces, and what many pages share in
            // another; else every shared module would be a request of its own.
            codeSplitting: {
              groups: [
                { name: 'app', tags: ['$initial'] },
                {
                  name: 'pages',
                  test: OF_MANY_PAGES,
                  minShareCount: 5,
                },
                // Lists that go on where they end, which reviews are, too.
                {
                  name: 'reviews',
                  test: /@tanstack\/.*\/(infinite|useInfinite)|src\/web\/(addresses\/page-links|features\/reviews\/(queries|review-cards))\./,
                },
                // What the list and the part have in common, and little else.
                {
                  name: 'browsing',
                  test: /src\/web\/(.*\/)?(browsing|trail|laid-out|shown-page|use-laid-out|behind-frame|use-same-search|use-fits|fit-badge)\.|arrow-right/,
                },
                // Lines and cards, which a part's page has none of.
                { name: 'lists', test: /src\/web\/features\/catalogue\/part-(lines|cards?)\./ },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // With its packages, less what no page needs of them: instead of two hundred files Node loads fifty for the first
      // page, and the icons that are shown. While developing they stay outside: some are CommonJS.
      resolve: command === 'build' ? { noExternal: true } : {},
      build: { rolldownOptions: { output: { entryFileNames: 'server.js' } } },
    },
  },
  plugins: [
    layerOrder(),
    leanIcons(),
    twoStyleSheets(),
    tanstackStart({
      srcDirectory: 'src/web',
      router: {
        entry: 'router.tsx',
        routesDirectory: 'routes',
        generatedRouteTree: 'route-tree.gen.ts',
        virtualRouteConfig: 'src/web/routes.ts',
        quoteStyle: 'single',
        semicolons: true,
        addExtensions: true,
        // What a page loads belongs to the page; the entry knows addresses and titles.
        codeSplittingOptions: { defaultBehavior: [['loader', 'component']] },
      },
      client: { entry: 'web-entry.tsx' },
      server: { entry: 'server-entry.ts' },
      importProtection: { client: { files: ['**/src/server/**', '**/src/main/**'] } },
    }),
    react(),
    patientRouteChunks(),
  ],
}));

/** Built as the shop's pages are, of which `../../../vite.config.ts` tells. */
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  environments: {
    ssr: {
      resolve: { noExternal: true },
      build: { rolldownOptions: { output: { entryFileNames: 'server.js' } } },
    },
  },
  plugins: [
    tanstackStart({
      srcDirectory: '.',
      router: { generatedRouteTree: 'route-tree.gen.ts', addExtensions: true },
    }),
    react(),
  ],
});

/** How the server's modules are joined for `npm start`: hundreds of files become a few dozen, and nothing else changes. */
import { defineConfig } from 'vite';

export default defineConfig({
  publicDir: false,
  build: {
    ssr: 'src/main/built-shop.ts',
    target: 'node24',
    // It is read where something goes wrong.
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
  },
  ssr: {
    noExternal: true,
    // Those that read files of their own, which stand beside theirs.
    external: ['sharp', 'vite', 'emulate'],
    // As Node itself chooses among what a package offers.
    resolve: { conditions: ['node'], mainFields: ['main'] },
  },
});

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The page, to dist/; with `--mode cli` the command line, to dist/cli/. */
export default defineConfig(({ mode }) =>
  mode === 'cli'
    ? {
        publicDir: false,
        build: {
          ssr: 'src/cli/main.ts',
          outDir: 'dist/cli',
          target: 'node20',
          rolldownOptions: { output: { entryFileNames: 'fencepost.js', banner: '#!/usr/bin/env node' } },
        },
        ssr: { noExternal: true },
      }
    : {
        base: './',
        plugins: [react()],
        build: { target: 'es2023', assetsInlineLimit: 0 },
        server: { host: '127.0.0.1' },
        preview: { host: '127.0.0.1' },
      },
);

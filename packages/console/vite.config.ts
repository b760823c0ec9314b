import { browsers } from '@gatehouse/ui/browsers.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The same build serves both editions; its files are always under `/console/`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  build: {
    target: 'es2024',
    cssTarget: browsers,
    chunkSizeWarningLimit: 600,
    // The first screen is one file, which compresses better than sixty and loads in one request. Preloading the files
    // of every screen would weigh more than many screens do, so those are discovered on navigation.
    modulePreload: {
      // The browsers that the styles need can all preload modules.
      polyfill: false,
      resolveDependencies: (file, dependencies) =>
        /\/(get-started|start)-/.test(file)
          ? dependencies
          : dependencies.filter(name => name.endsWith('.css')),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            // So is the rest of get-started, most of which the other screens share, with the version in the top bar.
            {
              name: 'start',
              test: /\/areas\/get-started\/get-started\.tsx$|\/shell\/version-link\.tsx$|\/console\/src\/contact\.ts$/,
              priority: 1,
            },
            // Parts that many screens share are three files, each cached for all: a screen loads a dozen files, not a hundred.
            { name: 'contract', test: /node_modules\/zod|packages\/contract\//, minShareCount: 12 },
            { name: 'overlays', test: /node_modules\/@(base-ui|floating-ui)\//, minShareCount: 12 },
            { name: 'kit', test: /node_modules|packages\/(ui|console)\//, minShareCount: 12 },
          ],
        },
      },
    },
  },
});

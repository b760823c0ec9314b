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
    // What the first screen needs is one file: it compresses better than sixty and loads in one go.
    // Naming every file of every screen there would weigh more than many a screen: theirs are found on the way.
    modulePreload: {
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
            // So is the rest of get-started, most of which the other screens share.
            { name: 'start', test: /\/areas\/get-started\/get-started\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
});

import { browsers } from '@gatehouse/ui/browsers.ts';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Our styles lie in a layer: whatever a tenant writes wins over them, however simple its selector is. */
const layered: Plugin = {
  name: 'layered-styles',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'asset' && file.fileName.endsWith('.css'))
        file.source = `@layer gatehouse{${String(file.source)}}`;
    }
  },
};

/** Pages live at the root of a tenant's address; their files under one prefix that no page uses. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/experience/',
  plugins: [react(), layered],
  build: {
    target: 'es2024',
    cssTarget: browsers,
    // Every browser that our styles work in knows module preloading.
    modulePreload: { polyfill: false },
    // One file for the first load: together it is compressed better than in pieces.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'first', tags: ['$initial'] }],
        },
      },
    },
  },
});

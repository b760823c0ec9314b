import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browsers } from './src/browsers.ts';

/** The gallery: every part of the kit on one page. */
export default defineConfig({
  root: new URL('gallery', import.meta.url).pathname,
  plugins: [react()],
  server: { port: 5175 },
  preview: { port: 5175 },
  build: { outDir: '../dist', emptyOutDir: true, cssTarget: browsers, target: 'es2023' },
});

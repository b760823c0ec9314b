import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The same build serves both editions; its files are always under `/console/`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  build: { target: 'es2024', sourcemap: false, chunkSizeWarningLimit: 600 },
});

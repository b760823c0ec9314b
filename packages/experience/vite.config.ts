import { browsers } from '@gatehouse/ui/browsers.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Pages live at the root of a tenant's address; their files under one prefix that no page uses. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/experience/',
  plugins: [react()],
  build: { target: 'es2024', cssTarget: browsers },
});

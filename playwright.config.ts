import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';
import { keepScratchInMemory } from './scripts/scratch.mjs';

keepScratchInMemory();

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/postgresql.ts',
  outputDir: 'test-results',
  workers: 2,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'line',
  use: {
    viewport: { width: 1440, height: 900 },
    // The gallery's tests see the components move; elsewhere it would only cost time.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // The system's own browser: none is ever downloaded.
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});

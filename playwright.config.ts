import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';
import { keepScratchInMemory } from './scripts/scratch.mjs';

keepScratchInMemory();

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/postgresql.ts',
  outputDir: 'test-results',
  // One more than there are cores: a test waits for answers and for the clock part of the time.
  workers: availableParallelism() + 1,
  forbidOnly: true,
  // Generous, because only a failure waits for them: a machine that is shared can stand still for seconds.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  // The retry records a trace. In CI it may pass, and `npm test` names the test: one pause of the machine must not
  // refuse a change. In other runs, a test that passes only then has failed.
  retries: 1,
  failOnFlakyTests: !process.env.CI,
  reporter: 'line',
  use: {
    // Kept in the folder of a failed test, next to the server's log. Tracing every test would take a quarter longer.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    viewport: { width: 1440, height: 900 },
    // The tests of the gallery see the components move. In other tests motion would only cost time.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // The system's own browser: none is ever downloaded.
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        // Drawing by the processor without pretending to have a graphics card takes a fifth less time.
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});

import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** The system's own browser: none is ever downloaded. */
const browsers = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const executablePath = browsers.find(path => path && existsSync(path));

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 2,
  forbidOnly: true,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: process.env.CI ? [['line'], ['json', { outputFile: 'test-results/results.json' }]] : 'line',
  use: {
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});

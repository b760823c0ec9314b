import { defineConfig } from 'vitest/config';
import { keepScratchInMemory } from './scripts/scratch.mjs';

keepScratchInMemory();

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}'],
    globalSetup: ['packages/server/vitest-global-setup.ts'],
    // The embedded database and password hashing are at home on real cores: more workers only wait for each other.
    maxWorkers: 2,
    // Loading the server costs more than most files test: a worker loads it once. No module keeps anything between apps.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes in its own time on a busy machine.
    expect: { poll: { timeout: 20_000 } },
  },
});

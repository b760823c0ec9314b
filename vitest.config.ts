import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { keepScratchInMemory } from './scripts/scratch.mjs';

keepScratchInMemory();

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}'],
    globalSetup: ['packages/server/vitest-global-setup.ts'],
    // One more than there are cores: a file waits for its database and for hashing part of the time.
    maxWorkers: availableParallelism() + 1,
    // Loading the server costs more than most files test: a worker loads it once. No module keeps anything between apps.
    isolate: false,
    // A request leaves much behind that dies young: with more room for it the collector comes less often.
    execArgv: ['--max-semi-space-size=64'],
    // As for the browser's tests: one pause of a shared machine must not refuse a change. The report shows retries.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // On a busy machine, polled conditions take longer to come true.
    expect: { poll: { timeout: 45_000 } },
  },
});

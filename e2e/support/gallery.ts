import { mkdtemp } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, type Page } from '@playwright/test';
import { build, preview } from 'vite';

/** The parts of the kit on their own pages, built and served once for each worker. They move as they do for users. */
export const test = base.extend<object, { galleryUrl: string }>({
  galleryUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture's first argument must be destructured
    async ({}, use) => {
      const configFile = fileURLToPath(new URL('../../packages/ui/vite.config.ts', import.meta.url));
      const outDir = await mkdtemp(join(tmpdir(), 'gallery-'));
      await build({ configFile, build: { outDir }, logLevel: 'error' });
      const server = await preview({
        configFile,
        build: { outDir },
        preview: { port: 0 },
        logLevel: 'error',
      });
      await use(`http://localhost:${(server.httpServer.address() as AddressInfo).port}`);
      await server.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ galleryUrl }, use) => use(galleryUrl),
  contextOptions: { reducedMotion: 'no-preference' },
});

export const open = async (page: Page, name: string, look: Record<string, string> = {}) => {
  await page.goto(`/?${new URLSearchParams({ page: name, ...look })}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
};

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

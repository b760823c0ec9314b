import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { managementAudience } from '@gatehouse/contract/dialect.ts';
import { codeBlocksOf } from '@gatehouse/docs/code-blocks.ts';
import { loadPages } from '@gatehouse/docs/pages.ts';
import { parseAst } from 'rolldown/parseAst';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { referencePages } from '../../../scripts/reference/pages.ts';
import { verificationSamples } from '../../console/src/areas/webhooks/verification-samples.ts';
import { startTestApp, type TestApp } from './http/testing/app.ts';
import { freePort } from './http/testing/free-port.ts';

const pages = loadPages(referencePages);
const blocks = pages.flatMap(codeBlocksOf);

describe('code in the documentation', () => {
  test('every command is run by a test or marked as needing the outside', () => {
    const unmarked = blocks.filter(
      ({ language, proof }) => language === 'sh' && !/^(run|outside)$/.test(proof),
    );
    expect(unmarked).toEqual([]);
  });

  test('the console shows the code of the documentation that verifies webhooks', () => {
    const lines = (text: string) => text.split('\n').filter(Boolean);
    const documented = new Set(
      blocks.filter(({ slug }) => slug === 'webhooks').flatMap(({ code }) => lines(code)),
    );
    for (const sample of Object.values(verificationSamples))
      for (const line of lines(sample)) expect(documented).toContain(line);
  });

  test('every block names its language', () => {
    expect(blocks.filter(({ language }) => !language)).toEqual([]);
  });

  test.each(blocks.filter(({ language }) => /^(json|yaml|ts|tsx|js)$/.test(language)))(
    '$language in $slug can be parsed',
    ({ language, code }) => {
      if (language === 'json') JSON.parse(code);
      else if (language === 'yaml') parseYaml(code);
      else parseAst(code, { lang: language as 'ts' | 'tsx' | 'js' });
    },
  );
});

describe('commands in the documentation', () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  let app: TestApp;
  let directory: string;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    directory = await mkdtemp(join(tmpdir(), 'gatehouse-docs-'));
  });
  afterAll(async () => {
    await app.close();
    await rm(directory, { recursive: true, force: true });
  });

  const commands = Map.groupBy(
    blocks.filter(({ language, proof }) => language === 'sh' && proof === 'run'),
    ({ slug }) => slug,
  );
  test.each([...commands.keys()])('those of %s work from the first to the last', async slug => {
    const script = commands.get(slug)!.map(({ code }) => code);
    await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script.join('\n')], {
      cwd: directory,
      env: {
        ...process.env,
        PATH: `${join(process.execPath, '..')}:${process.env.PATH}`,
        GATEHOUSE_ROOT: root,
        ENDPOINT: app.env.ENDPOINT,
        ADMIN_ENDPOINT: app.env.ADMIN_ENDPOINT,
        CLIENT_ID: app.manager.id,
        CLIENT_SECRET: app.manager.secret,
        RESOURCE: managementAudience('default'),
      },
    });
  });

  test('the receiver of webhooks takes our deliveries and refuses others', async () => {
    const code = blocks.find(({ slug, language }) => slug === 'webhooks' && language === 'js')!.code;
    const file = join(directory, 'receiver.mjs');
    await writeFile(file, code);
    const port = await freePort();
    const url = `http://localhost:${port}/`;
    const { body: hook } = await app.manage('POST', '/hooks', {
      name: 'Docs',
      events: ['User.Created'],
      config: { url },
    });
    const receiver = spawn(process.execPath, [file], {
      env: { PORT: String(port), WEBHOOK_SIGNING_KEY: hook.signingKey },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    receiver.stdout.on('data', data => {
      printed += data;
    });
    try {
      const forged = () =>
        fetch(url, { method: 'POST', body: '{}', headers: { 'gatehouse-signature-sha-256': 'ab' } }).then(
          ({ status }) => status,
          () => 0,
        );
      await expect.poll(forged).toBe(401);
      const sent = await app.manage('POST', `/hooks/${hook.id}/test`, {
        events: ['User.Created'],
        config: { url },
      });
      expect(sent.status).toBe(204);
      await expect.poll(() => printed).toContain('User.Created');
    } finally {
      receiver.kill();
    }
  });
});

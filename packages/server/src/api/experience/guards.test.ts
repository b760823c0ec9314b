import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { visit } from './testing/visit.ts';

const leaked = 'once leaked secret';
const digest = createHash('sha1').update(leaked).digest('hex').toUpperCase();

describe.each(anyDatabase)('the services that are asked about newcomers, on %s', kind => {
  let app: TestApp;
  let outside: Server;
  let isDown = false;
  const asked: string[] = [];

  beforeAll(async () => {
    outside = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      asked.push(`${request.url} ${body}`);
      if (isDown) return response.writeHead(500).end();
      if (request.url === '/captcha')
        return response.end(JSON.stringify({ success: body.includes('human') }));
      const isHere = request.url === `/range/${digest.slice(0, 5)}`;
      return response.end(isHere ? `${digest.slice(5)}:7\r\n` : '');
    });
    await new Promise<void>(resolve => outside.listen(0, resolve));
    const address = `http://localhost:${(outside.address() as AddressInfo).port}`;
    const variables = {
      GATEHOUSE_BREACH_LOOKUP_URL: `${address}/range`,
      GATEHOUSE_CAPTCHA_VERIFY_URL: `${address}/captcha`,
    };
    app = await startTestApp(kind, { variables });
  });
  afterAll(async () => {
    await app.close();
    outside.close();
  });

  const propose = async (username: string, password: string) => {
    const { step } = await visit(app, 'Register');
    return step('POST', '/experience/verification/new-password-identity', {
      identifier: { type: 'username', value: username },
      password,
    });
  };

  test('[V6.2.4, V6.2.12] 422 for a leaked password; the service sees five characters of its hash, and may be down', async () => {
    expect(await propose('leaky', leaked)).toMatchObject({
      status: 422,
      body: { code: 'password.rejected', data: { issues: [{ code: 'password_rejected.pwned' }] } },
    });
    expect(asked).toEqual([`/range/${digest.slice(0, 5)} `]);
    isDown = true;
    expect((await propose('leaky', leaked)).status).toBe(200);
    isDown = false;
  });

  test('422 without a captcha or with a failed one, when the tenant wants one', async () => {
    await app.manage('PUT', '/captcha-provider', {
      config: { type: 'Turnstile', siteKey: 'site', secretKey: 'secret' },
    });
    await app.manage('PATCH', '/sign-in-exp', { captchaPolicy: { enabled: true } });
    const register = async (username: string, captchaToken?: string) => {
      const { step } = await visit(app);
      const started = await step('PUT', '/experience', { interactionEvent: 'Register', captchaToken });
      if (started.status !== 204) return started;
      const { body } = await step('POST', '/experience/verification/new-password-identity', {
        identifier: { type: 'username', value: username },
        password: 'correct horse battery',
      });
      return step('POST', '/experience/identification', { verificationId: body.verificationId });
    };
    expect((await register('robot', 'robot')).body.code).toBe('session.captcha_failed');
    expect((await register('nobody')).body.code).toBe('session.captcha_required');
    expect((await register('person', 'human')).status).toBe(201);
    expect(asked).toContain('/captcha secret=secret&response=human');
    isDown = true;
    expect((await register('late', 'human')).body.code).toBe('session.captcha_failed');
    isDown = false;
  });
});

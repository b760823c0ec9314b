import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createRelyingParty, formIn, type RelyingParty, redirectUri, user } from './testing/relying-party.ts';

/** Form Post profile: the answer comes as a form that the browser sends to the application. */
describe('OpenID conformance, Form Post', () => {
  let app: TestApp;
  let party: RelyingParty;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    await app.manage('POST', '/users', user);
    party = await createRelyingParty(app);
  });
  afterAll(() => app.close());

  const form = { response_mode: 'form_post' };
  /** The request that the application receives when the browser submits the form. */
  const arrive = (html: string) => {
    const { action, fields } = formIn(html);
    return new Request(action, { method: 'POST', body: new URLSearchParams(fields) });
  };

  test('oidcc-server with response_mode=form_post: the form goes to the application and has all of the answer', async () => {
    const { checks, page } = await party.authorize(form);
    const html = page.answer?.text ?? '';
    expect(page.answer?.headers.get('content-type')).toContain('text/html');
    expect(page.answer?.headers.get('cache-control')).toContain('no-store');
    expect(formIn(html)).toMatchObject({
      action: redirectUri,
      fields: { code: expect.any(String), state: checks.expectedState, iss: `${party.origin}/oidc` },
    });
    const tokens = await party.complete(arrive(html), checks);
    expect(tokens.claims()?.sub).toBeDefined();
  });

  test('the page may run its own script and send its form, and nothing else', async () => {
    const { page } = await party.authorize(form);
    const policy = page.answer?.headers.get('content-security-policy') ?? '';
    const hash = /script-src[^;]*'(sha256-[^']+)'/.exec(policy)?.[1];
    const script = /<script>([\s\S]*?)<\/script>/.exec(page.answer?.text ?? '')?.[1] ?? '';
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script));
    expect(hash).toBe(`sha256-${Buffer.from(digest).toString('base64')}`);
    expect(policy).not.toMatch(/script-src[^;]*(?:'unsafe-inline'|'unsafe-eval'|\*)/);
    // A policy for forms would stop the browser on its way to the application.
    expect(policy).not.toContain('form-action');
    expect(policy).toContain("frame-ancestors 'none'");
  });

  test('oidcc-prompt-none-not-logged-in with form_post: errors come the same way', async () => {
    const { checks, page } = await party.start({ ...form, prompt: 'none' });
    expect(formIn(page.answer?.text ?? '')).toMatchObject({
      action: redirectUri,
      fields: { error: 'login_required', state: checks.expectedState, iss: `${party.origin}/oidc` },
    });
    await expect(party.complete(arrive(page.answer?.text ?? ''), checks)).rejects.toMatchObject({
      error: 'login_required',
    });
  });

  test('a state with markup cannot leave its field', async () => {
    const state = `"/><script>alert(1)</script><input name='code' value="evil`;
    const { page } = await party.authorize({ ...form, state });
    const html = page.answer?.text ?? '';
    expect(html).not.toContain('<script>alert');
    expect(formIn(html).fields.state).toBe(state);
    expect(html.match(/name="code"/g)).toHaveLength(1);
  });

  test('oidcc-ensure-registered-redirect-uri with form_post: no form for an address that is not registered', async () => {
    const { page } = await party.start({ ...form, redirect_uri: 'https://evil.example/callback' });
    expect(page.answer?.status).toBe(400);
    expect(page.answer?.text).not.toContain('action="https://evil.example');
  });
});

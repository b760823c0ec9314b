import { afterAll, describe, expect, test } from 'vitest';
import { createSandbox } from './sandbox.ts';

const sandbox = createSandbox();
afterAll(() => sandbox.close());
const owner = { tenantId: 'default' };

const body = (text: string) => `const getCustomJwtClaims = async ({ token, context, api }) => { ${text} };`;
const run = (text: string, input: unknown = {}) => sandbox.run(owner, body(text), input);

test('a script gets what it is told and returns claims', async () => {
  const script = `const getCustomJwtClaims = async ({ token, context, environmentVariables }) =>
    ({ plan: environmentVariables.PLAN, name: context.user.name, aud: token.aud });`;
  const input = {
    token: { aud: 'api' },
    context: { user: { name: 'Ann' } },
    environmentVariables: { PLAN: 'pro' },
  };
  expect(await sandbox.run(owner, script, input)).toMatchObject({
    kind: 'claims',
    claims: { plan: 'pro', name: 'Ann', aud: 'api' },
  });
  expect(await sandbox.run(owner, 'function getCustomJwtClaims() { console.log(1) }', {})).toMatchObject({
    kind: 'claims',
    claims: {},
  });
});

test('a script denies access, also when it catches its own denial', async () => {
  expect(await run("api.denyAccess('not today')")).toMatchObject({ kind: 'denied', message: 'not today' });
  expect(await run('try { api.denyAccess() } catch {} return {}')).toMatchObject({
    kind: 'denied',
    message: undefined,
  });
});

test('what a script throws is told, and nothing of ours', async () => {
  expect(await run("throw new TypeError('no plan')")).toMatchObject({
    kind: 'failed',
    message: 'TypeError: no plan',
  });
  for (const text of ['return null.x', 'undefinedName()', 'throw { message: "x", stack: "y" }']) {
    const outcome = await run(text);
    expect(outcome.kind).toBe('failed');
    expect(JSON.stringify(outcome)).not.toMatch(/node_modules|packages|\.ts|file:/);
  }
  expect((await sandbox.run(owner, 'const getCustomJwtClaims = (', {})).kind).toBe('failed');
  expect((await sandbox.run(owner, '', {})).kind).toBe('failed');
});

test('a script writes to its console, and a failure tells its line', async () => {
  expect(await run("console.log('plan', { a: 1 }, undefined); console.warn([2]); return {}")).toEqual({
    kind: 'claims',
    claims: {},
    output: ['plan {"a":1} undefined', '[2]'],
  });
  const script = 'const getCustomJwtClaims = () => {\n  console.log("here");\n  return missing;\n};';
  expect(await sandbox.run(owner, script, {})).toMatchObject({ kind: 'failed', line: 3, output: ['here'] });
  expect(await sandbox.run(owner, 'const getCustomJwtClaims = () => {\n  return {{;\n};', {})).toMatchObject({
    kind: 'failed',
    line: 2,
  });
  const endless = await run("for (;;) console.log('x'.repeat(5000)); return {}");
  expect(endless.output).toHaveLength(100);
  expect(endless.output[0]).toHaveLength(1024);
});

describe('a hostile script fails, soon, and the next one runs', () => {
  test.each([
    ['an endless loop', 'while (true) {}'],
    ['an endless chain of promises', 'const f = () => Promise.resolve().then(f); await f()'],
    ['a promise that never settles', 'await new Promise(() => {})'],
    ['a memory bomb of arrays', 'const a = []; while (true) a.push(new Array(10000).fill({}))'],
    ['a memory bomb of buffers', 'const a = []; while (true) a.push(new ArrayBuffer(5e6))'],
    ['a giant string', "let s = 'x'; while (true) s += s"],
    ['endless recursion', 'const f = () => f() + 1; return { x: f() }'],
    ['a slow pattern', "/(a+)+$/.test('a'.repeat(40) + 'b'); while (true) {}"],
    ['giant claims', "return { x: 'y'.repeat(100_000) }"],
    ['claims that refer to themselves', 'const a = {}; a.a = a; return a'],
    ['a getter that never returns', 'return { get x() { while (true) {} } }'],
    [
      'an escape by the constructor',
      "return { x: globalThis.constructor.constructor('return process')().pid }",
    ],
    ['an escape by a function of ours', "return { x: api.denyAccess.constructor('return process')().pid }"],
    ['an import', "const fs = await import('node:fs'); return { x: fs.readFileSync('/etc/passwd', 'utf8') }"],
    ['the network', "return { x: await fetch('https://example.com') }"],
    ['the environment', 'return { x: process.env }'],
  ])('%s', async (_, text) => {
    const started = Date.now();
    expect((await run(text)).kind).toMatch(/^(failed|stopped)$/);
    expect(Date.now() - started).toBeLessThan(10_000);
    expect(await run('return { ok: true }')).toMatchObject({ kind: 'claims', claims: { ok: true } });
  });

  test('prototypes that a script breaks are whole again for the next one', async () => {
    await run(
      "Object.prototype.isAdmin = true; JSON.stringify = () => '{}'; Promise.prototype.then = null; return {}",
    );
    expect(await run('return { polluted: ({}).isAdmin === true }')).toMatchObject({
      kind: 'claims',
      claims: { polluted: false },
    });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});

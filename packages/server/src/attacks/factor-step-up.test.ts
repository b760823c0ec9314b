import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readMessage, visit } from '../api/experience/testing/visit.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { enter, openAccountCenter, password } from './testing/people.ts';

const path = '/my-account/mfa-verifications';
const stepMs = 30_000;
const codeOf = (secret: string, offset = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + offset * stepMs });

describe.each(databaseKinds)('a thief who has an open browser and the password on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await openAccountCenter(app);
  });
  // The middle of a step, for the whole test: on a busy machine a code would be too old when it arrives.
  beforeEach(() => {
    const now = (Math.floor(Date.now() / stepMs) + 0.5) * stepMs;
    vi.useFakeTimers({ toFake: ['Date'], now });
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => app.close());

  /** A user who skips the authenticator app at sign-in, and yet has one. */
  const owner = async (username: string) => {
    const { body } = await app.manage('POST', '/users', {
      username,
      password,
      primaryEmail: `${username}@example.com`,
    });
    const account = await enter(app, { username });
    const generate = async () =>
      (await account.send('POST', `${path}/totp-secret/generate`)).body.secret as string;
    const secret = await generate();
    const added = await account.send(
      'POST',
      path,
      { type: 'Totp', secret, code: codeOf(secret, -1) },
      await account.prove(),
    );
    expect(added.status).toBe(204);
    const mailboxProof = async () => {
      const identifier = { type: 'email', value: `${username}@example.com` };
      const sent = await account.send('POST', '/verifications/verification-code', { identifier });
      const { verificationRecordId: verificationId } = sent.body;
      const { code } = await readMessage(app, identifier.value);
      await account.send('POST', '/verifications/verification-code/verify', {
        identifier,
        verificationId,
        code,
      });
      return verificationId as string;
    };
    const factorProof = async (offset = 0) =>
      (await account.send('POST', '/verifications/totp/verify', { code: codeOf(secret, offset) })).body
        .verificationRecordId as string;
    return { ...account, id: body.id as string, secret, generate, mailboxProof, factorProof };
  };

  test('[V7.5.1] cannot remove or replace the authenticator app by the password or a code to the mailbox', async () => {
    const { send, prove, mailboxProof, factorProof, generate } = await owner('guarded');
    const [factor] = (await send('GET', path)).body;
    for (const proof of [await prove(), await mailboxProof()]) {
      const secret = await generate();
      const tries = [
        await send('DELETE', `${path}/${factor.id}`, undefined, proof),
        await send('PUT', `${path}/totp`, { secret, code: codeOf(secret) }, proof),
        await send('PATCH', '/my-account/mfa-settings', { skipMfaOnSignIn: true }, proof),
        await send('GET', `${path}/backup-codes`, undefined, proof),
      ];
      expect(tries.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    }
    // The mailbox opens nothing at all, the password still what it opened before.
    const change = (proof: string) =>
      send('POST', '/my-account/password', { password: `${password} 2` }, proof);
    expect((await change(await mailboxProof())).status).toBe(401);
    expect((await send('GET', '/my-account/proofs')).body).toEqual({
      proofs: ['Password', 'Totp'],
      factorProofs: ['Totp'],
      isSignInRecent: true,
    });
    expect((await send('DELETE', `${path}/${factor.id}`, undefined, await factorProof())).status).toBe(204);
  });

  test('cannot plant a secret or codes of their own choice', async () => {
    const { send, factorProof, generate } = await owner('planted');
    const proof = await factorProof();
    const chosen = new Secret({ size: 20 }).base32;
    const another = await owner('planted_other');
    const foreign = await another.generate();
    const replace = (secret: string) => send('PUT', `${path}/totp`, { secret, code: codeOf(secret) }, proof);
    for (const secret of [chosen, foreign])
      expect((await replace(secret)).body.code).toBe('session.mfa.not_generated');
    const codes = Array.from({ length: 10 }, (_, index) => `abcdefghi${index}`);
    expect((await send('POST', path, { type: 'BackupCode', codes }, proof)).body.code).toBe(
      'session.mfa.not_generated',
    );
    const own = await generate();
    expect((await replace(own)).status).toBe(204);
    // Once: a secret that was seen before is not taken again.
    expect((await replace(own)).body.code).toBe('session.mfa.not_generated');
  });

  test('[V6.5.1, V6.5.2] finds only digests of backup codes, which still work, each once, also in parallel', async () => {
    const { send, factorProof, id } = await owner('hashed');
    const { codes } = (await send('POST', `${path}/backup-codes/generate`)).body as { codes: string[] };
    const proof = await factorProof();
    expect((await send('POST', path, { type: 'BackupCode', codes }, proof)).status).toBe(204);
    const stored = async () => {
      const { mfaVerifications } = await app.database
        .tenant('default')
        .read(db =>
          db.selectFrom('users').select('mfaVerifications').where('id', '=', id).executeTakeFirstOrThrow(),
        );
      const backup = mfaVerifications.find(({ type }) => type === 'BackupCode') as {
        codes: { code: string }[];
      };
      return backup.codes.map(({ code }) => app.vault.open(code));
    };
    expect((await stored()).every(code => code.startsWith('scrypt:'))).toBe(true);
    const shown = (await send('GET', `${path}/backup-codes`, undefined, proof)).body.codes as {
      code: string;
    }[];
    expect(shown.some(({ code }) => codes.includes(code))).toBe(false);
    const uses = await Promise.all(
      Array.from({ length: 15 }, () => send('POST', '/verifications/backup-code/verify', { code: codes[3] })),
    );
    expect(uses.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('finds no code that an earlier version kept, once one of them was used', async () => {
    const { id } = await owner('legacy');
    const kept = ['aaaaaaaaaa', 'bbbbbbbbbb'];
    await app.database.tenant('default').send(async db => {
      const { mfaVerifications } = await db
        .selectFrom('users')
        .select('mfaVerifications')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const codes = kept.map(code => ({ code: app.vault.seal(code) }));
      const backup = { id: 'legacy', createdAt: new Date().toISOString(), type: 'BackupCode', codes };
      await db
        .updateTable('users')
        .set({ mfaVerifications: [...mfaVerifications, backup] })
        .where('id', '=', id)
        .execute();
    });
    const { step } = await visit(app, 'SignIn');
    const { body } = await step('POST', '/experience/verification/password', {
      identifier: { type: 'username', value: 'legacy' },
      password,
    });
    await step('POST', '/experience/identification', { verificationId: body.verificationId });
    const use = (code = '') => step('POST', '/experience/verification/backup-code/verify', { code });
    expect((await use('cccccccccc')).status).toBe(400);
    expect((await use(kept[0])).status).toBe(200);
    const { mfaVerifications } = await app.database
      .tenant('default')
      .read(db =>
        db.selectFrom('users').select('mfaVerifications').where('id', '=', id).executeTakeFirstOrThrow(),
      );
    const text = (mfaVerifications.at(-1) as { codes: { code: string }[] }).codes.map(({ code }) =>
      app.vault.open(code),
    );
    expect(text.every(code => code.startsWith('scrypt:'))).toBe(true);
    expect((await use(kept[0])).status).toBe(400);
    expect((await use(kept[1])).status).toBe(200);
  });
});

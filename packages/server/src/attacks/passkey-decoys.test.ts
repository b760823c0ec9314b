import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../api/experience/testing/authenticator.ts';
import { visit } from '../api/experience/testing/visit.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

const password = 'correct horse battery';
const base = '/experience/verification';
const passkeys = { none: 0, single: 1, several: 3 } as const;

/** An attacker asks for the passkeys of many identifiers and compares the answers. */
describe.each(anyDatabase)('looking for users by their passkeys, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await app.manage('PATCH', '/sign-in-exp', { passkeySignIn: { enabled: true } });
    for (const [username, count] of Object.entries(passkeys)) {
      await app.manage('POST', '/users', { username, primaryEmail: `${username}@example.com`, password });
      if (count > 0) await addPasskey(username);
      if (count > 1) await multiplyPasskey(username, count);
    }
  });
  afterAll(() => app.close());

  const addPasskey = async (username: string) => {
    const { step } = await visit(app, 'SignIn');
    const identifier = { type: 'username', value: username };
    const { body } = await step('POST', `${base}/password`, { identifier, password });
    await step('POST', '/experience/identification', body);
    const { verificationId, registrationOptions } = (await step('POST', `${base}/web-authn/registration`))
      .body;
    const payload = createAuthenticator(app.env.ENDPOINT).register(registrationOptions);
    await step('POST', `${base}/web-authn/registration/verify`, { verificationId, payload });
    const added = await step('POST', '/experience/profile/mfa/passkey', { verificationId });
    expect(added.status, added.text).toBe(204);
    expect((await step('POST', '/experience/submit')).status).toBe(200);
  };

  /** With a passkey a user adds others by proving it; here they are simply there. */
  const multiplyPasskey = async (username: string, count: number) => {
    const { numAffectedRows } = await app.database.system(db =>
      sql`
        update users set mfa_verifications = (
          select jsonb_agg(passkey || jsonb_build_object(
            'id', passkey ->> 'id' || number, 'credentialId', passkey ->> 'credentialId' || number))
          from jsonb_array_elements(mfa_verifications) passkey, generate_series(1, ${count}::int) number)
        where username = ${username}`.execute(db),
    );
    expect(numAffectedRows).toBe(1n);
    const { body } = await app.manage('GET', `/users?search.username=${username}`);
    const { body: factors } = await app.manage('GET', `/users/${body[0].id}/mfa-verifications`);
    expect(factors).toHaveLength(count);
  };

  /** All of an answer but what is random in each. */
  const ask = async (identifier: { type: string; value: string }) => {
    const { step } = await visit(app, 'SignIn');
    const { status, body } = await step('POST', `${base}/sign-in-passkey/authentication`, { identifier });
    const { challenge, ...options } = body.authenticationOptions;
    return { status, fields: Object.keys(body).toSorted(), challengeLength: challenge.length, options };
  };

  test('thirty unknown and three known users get one and the same answer, each time', async () => {
    const names = [...Array.from({ length: 30 }, (_, index) => `unknown${index}`), ...Object.keys(passkeys)];
    const identifiers = names.flatMap(name => [
      { type: 'username', value: name },
      { type: 'email', value: `${name}@example.com` },
    ]);
    const answers = [];
    for (const identifier of [...identifiers, ...identifiers.slice(-6)]) answers.push(await ask(identifier));
    expect(answers[0]).toMatchObject({ status: 200, options: { allowCredentials: [] } });
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1);
  });
});

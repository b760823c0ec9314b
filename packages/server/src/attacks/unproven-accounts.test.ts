import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { enter, openAccountCenter, password } from './testing/people.ts';

const another = 'what the thief would like to have';

describe.each(anyDatabase)(
  'a thief at the open browser of a user who has nothing to prove by, on %s',
  kind => {
    let app: TestApp;
    beforeAll(async () => {
      app = await startTestApp(kind);
      await openAccountCenter(app);
      const fields = { mfa: 'Edit', password: 'Edit', session: 'Edit', social: 'Edit', username: 'Edit' };
      const personalData = { canExport: true, canDelete: true, graceDays: 7 };
      await app.manage('PATCH', '/account-center', { fields, personalData });
    });
    afterAll(() => app.close());

    /** Signed in a while ago, by a provider. */
    const enterLately = async (username: string, columns: object = {}) => {
      const { body } = await app.manage('POST', '/users', { username, password });
      const user = await enter(app, { username }, { scope: everything });
      const people = app.database.tenant('default');
      await people.send(db =>
        db
          .updateTable('users')
          .set({ passwordEncrypted: null, ...columns })
          .where('id', '=', body.id)
          .execute(),
      );
      const signedInAgo = (minutes: number) =>
        people.send(db =>
          sql`update oidc_model_instances set payload = jsonb_set(payload, '{loginTs}',
            to_jsonb(${Math.floor(Date.now() / 1000) - minutes * 60}::int))
          where model_name = 'Session' and account_id = ${body.id}`.execute(db),
        );
      const proofs = async () => (await user.send('GET', '/my-account/proofs')).body;
      return { ...user, signedInAgo, proofs };
    };
    const everything =
      'openid offline_access profile email phone address custom_data identities urn:logto:scope:sessions';
    const changes = [
      ['POST', '/my-account/identities', { newIdentifierVerificationRecordId: 'none' }],
      ['PATCH', '/my-account', { username: 'stolen' }],
      ['GET', '/my-account/sessions'],
      ['POST', '/my-account/export', { format: 'json' }],
      ['POST', '/my-account/password', { password: another }],
      ['POST', '/my-account/deletion'],
    ] as const;

    test('cannot give themselves a way in, or take anything along, unless the user has just signed in', async () => {
      const { send, signedInAgo, proofs } = await enterLately('social');
      await signedInAgo(11);
      expect(await proofs()).toEqual({ proofs: [], factorProofs: [], isSignInRecent: false });
      for (const [method, path, body] of changes)
        expect([path, (await send(method, path, body)).body.code]).toEqual([
          path,
          'verification_record.permission_denied',
        ]);
      await signedInAgo(9);
      expect(await proofs()).toMatchObject({ isSignInRecent: true });
      const codes = [];
      for (const [method, path, body] of changes.slice(0, 5))
        codes.push((await send(method, path, body)).body?.code);
      expect(codes).toEqual(['verification_record.not_found', ...Array(4).fill(undefined)]);
      // From now on there is something to prove by.
      expect(await proofs()).toMatchObject({ proofs: ['Password'], isSignInRecent: true });
      expect((await send('POST', '/my-account/deletion')).body.code).toBe(
        'verification_record.permission_denied',
      );
    });

    test('cannot use a recent sign-in of a user who can prove more, and can where no code can be sent', async () => {
      const totp = [{ id: 'app', type: 'Totp', key: 'sealed', createdAt: '' }];
      const guarded = await enterLately('guarded', { mfaVerifications: totp });
      expect((await guarded.send('GET', '/my-account/sessions')).status).toBe(401);
      const reachable = await enterLately('reachable', { primaryEmail: 'reachable@example.com' });
      expect(await reachable.proofs()).toMatchObject({ proofs: ['EmailVerificationCode'] });
      expect((await reachable.send('GET', '/my-account/sessions')).status).toBe(401);
      const unreachable = await enterLately('unreachable', { primaryPhone: '49151234567' });
      const { body: connectors } = await app.manage('GET', '/connectors');
      for (const { id, type } of connectors as { id: string; type: string }[])
        if (type === 'Sms') await app.manage('DELETE', `/connectors/${id}`);
      expect(await unreachable.proofs()).toMatchObject({ proofs: [] });
      expect((await unreachable.send('GET', '/my-account/sessions')).status).toBe(200);
    });
  },
);

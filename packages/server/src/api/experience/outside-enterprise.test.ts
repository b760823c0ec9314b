import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { type Outside, startOutside } from './testing/outside.ts';
import { visit } from './testing/visit.ts';

const base = '/experience/verification';

describe.each(anyDatabase)('enterprise accounts on %s', kind => {
  let outside: Outside;
  beforeAll(async () => {
    outside = await startOutside(kind);
  });
  afterAll(() => outside.close());

  test('[ENT-12] [V10.2.2] people of an enterprise become users and members; it speaks for its own domains only', async () => {
    const { op, app, begin, identify, settings, prove, register, finish, findUser } = outside;
    const connector = await app.manage('POST', '/sso-connectors', {
      providerName: 'OIDC',
      connectorName: 'Acme',
      config: { clientId: 'gatehouse', clientSecret: 'secret', issuer: op.issuer },
      domains: ['acme.example'],
      syncProfile: true,
      enableTokenStorage: true,
    });
    const path = `sso/${connector.body.id}`;
    const organization = (await app.manage('POST', '/organizations', { name: 'Acme' })).body;
    await app.manage('POST', `/organizations/${organization.id}/jit/sso-connectors`, {
      ssoConnectorIds: [connector.body.id],
    });
    const closed = (await visit(app, 'SignIn')).step;
    expect((await begin(closed, path)).body.code).toBe('connector.not_enabled');
    // Enterprises decide who their users are, even if registration is closed.
    await settings({ singleSignOnEnabled: true, signInMode: 'SignIn' });
    const claims = { sub: 'e-1', name: 'Edsger', email: 'edsger@acme.example', email_verified: true };

    const { step } = await visit(app, 'SignIn');
    const verificationId = await prove(step, claims, path);
    expect((await identify(step, { verificationId })).body.code).toBe('user.sso_identity_not_exist');
    expect((await register(step)).status).toBe(201);
    await finish(step);
    const edsger = await findUser('edsger@acme.example');
    const identity = await app.manage(
      'GET',
      `/users/${edsger.id}/sso-identities/${connector.body.id}?includeTokenSecret=1`,
    );
    expect(identity.body).toMatchObject({
      ssoIdentity: { issuer: op.issuer, identityId: 'e-1' },
      tokenSecret: {
        tenantId: 'default',
        userId: edsger.id,
        ssoConnectorId: connector.body.id,
        issuer: op.issuer,
        identityId: 'e-1',
      },
    });
    const members = await app.manage('GET', `/organizations/${organization.id}/users`);
    expect(members.body.map(({ id }: { id: string }) => id)).toEqual([edsger.id]);

    const again = (await visit(app, 'SignIn')).step;
    expect((await identify(again, { verificationId: await prove(again, claims, path) })).status).toBe(204);
    await finish(again);

    // An answer that names another provider as its sender is not taken for this one's (RFC 9207).
    const mixed = (await visit(app, 'SignIn')).step;
    const mixing = (await begin(mixed, path)).body;
    const answer = await op.consent(mixing.authorizationUri, claims);
    const mixedUp = await mixed('POST', `${base}/${path}/verify`, {
      connectorData: { ...answer, iss: 'https://evil.example' },
      verificationId: mixing.verificationId,
    });
    expect(mixedUp.body.code).toBe('connector.authorization_failed');

    // An unknown key is requested, but not repeatedly.
    await op.changeKey('k2');
    const early = (await visit(app, 'SignIn')).step;
    const { authorizationUri, verificationId: earlyId } = (await begin(early, path)).body;
    const connectorData = await op.consent(authorizationUri, claims);
    const refused = await early('POST', `${base}/${path}/verify`, { connectorData, verificationId: earlyId });
    expect(refused.body.code).toBe('connector.social_invalid_id_token');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    const later = (await visit(app, 'SignIn')).step;
    expect((await identify(later, { verificationId: await prove(later, claims, path) })).status).toBe(204);
    await finish(later);
    vi.useRealTimers();

    await app.manage('POST', '/users', { username: 'barbara', primaryEmail: 'barbara@acme.example' });
    const known = (await visit(app, 'SignIn')).step;
    const barbara = { sub: 'e-2', name: 'Barbara', email: 'barbara@acme.example', email_verified: true };
    expect((await identify(known, { verificationId: await prove(known, barbara, path) })).status).toBe(204);
    await finish(known);
    expect((await findUser('barbara@acme.example')).name).toBe('Barbara');

    const foreign = (await visit(app, 'SignIn')).step;
    const posing = { sub: 'e-3', name: 'Mallory', email: 'ada@harbour.example', email_verified: true };
    const posed = await identify(foreign, { verificationId: await prove(foreign, posing, path) });
    expect(posed.body.code).toBe('user.sso_identity_not_exist');
    expect((await register(foreign)).status).toBe(201);
    await finish(foreign);
    const mallory = (await app.manage('GET', '/users?search=Mallory')).body[0];
    expect(mallory).toMatchObject({ name: 'Mallory', primaryEmail: null });
  });
});

import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { createAdministrator } from '../domain/administrators.ts';
import { type MailServer, startMailServer } from '../messages/testing/mail-server.ts';
import { createIdentityProvider } from './testing/identity-provider.ts';
import { metadataPath, type SamlSignIn, startSamlSignIn } from './testing/saml-sign-in.ts';

describe.each(anyDatabase)('metadata and certificates of SAML providers on %s', kind => {
  let saml: SamlSignIn;
  let mail: MailServer;
  let ahead = 0;
  beforeAll(async () => {
    mail = await startMailServer();
    saml = await startSamlSignIn(kind, { variables: mail.variables, now: () => Date.now() + ahead });
  });
  afterAll(async () => {
    await saml.close();
    await mail.close();
  });

  test('a provider that has changed its certificate is believed once its metadata say so', async () => {
    const { world, idp, sp, begin, deliver } = saml;
    const { requestId, verify } = await begin();
    const next = await createIdentityProvider();
    const answer = next.respond(sp, { inResponseTo: requestId });
    expect((await deliver(answer)).status).toBe(401);
    world.answer({ [metadataPath]: { text: next.metadata } });
    const { status, query } = await deliver(answer);
    expect(status).toBe(303);
    expect((await verify(query ?? {})).status).toBe(200);
    world.answer({ [metadataPath]: { text: idp.metadata } });
    await deliver(idp.respond(sp, { inResponseTo: requestId }));
  });

  test('[ENT-32] [V10.5.3] a provider that says of itself what cannot be used is an error of the connector', async () => {
    const { app, world, idp } = saml;
    const endpoints = {
      authorization_endpoint: 'https://x/a',
      token_endpoint: 'https://x/t',
      jwks_uri: 'https://x/k',
    };
    world.answer({
      [metadataPath]: { text: idp.metadata },
      'bad.example/page': { text: '<html/>' },
      'bad.example/certificate': { text: idp.metadata.replace(/(X509Certificate>)[^<]+/, '$1bm9uc2Vuc2U=') },
      'bad.example/.well-known/openid-configuration': {
        json: { issuer: 'https://other.example', ...endpoints },
      },
      'empty.example/.well-known/openid-configuration': { json: {} },
    });
    const samlAt = (path: string) => ({
      providerName: 'SAML',
      config: { metadataUrl: `https://bad.example/${path}` },
    });
    const oidc = (issuer: string) => ({
      providerName: 'OIDC',
      config: { clientId: 'gatehouse', clientSecret: 'secret', issuer },
    });
    for (const [settings, code] of [
      [samlAt('nothing'), 'invalid_metadata'],
      [samlAt('page'), 'invalid_metadata'],
      [samlAt('certificate'), 'invalid_certificate'],
      [oidc('https://bad.example'), 'invalid_metadata'],
      [oidc('https://empty.example'), 'invalid_metadata'],
    ] as const) {
      const { body, text } = await app.manage('POST', '/sso-connectors', {
        connectorName: 'Bad',
        ...settings,
      });
      expect(body.id, text).toBeTruthy();
      const { step } = await visit(app, 'SignIn');
      const begun = await step('POST', `/experience/verification/sso/${body.id}/authorization-uri`, {
        state: 'relay',
        redirectUri: `${app.env.ENDPOINT}/callback/${body.id}`,
      });
      expect(begun.body.code).toBe(`connector.${code}`);
      const { providerProblem } = (await app.manage('GET', `/sso-connectors/${body.id}`)).body;
      expect(providerProblem).toBeTruthy();
      await app.manage('DELETE', `/sso-connectors/${body.id}`);
    }
  });

  test('[ENT-12] administrators are told 30, 7 and 1 days before a certificate ends, once each, until there is a new one', async () => {
    const { app, world, idp, sp, connectorId, begin, deliver } = saml;
    const primaryEmail = 'watch@acme.example';
    await createAdministrator(app.database, {
      username: 'watch',
      password: 'a long watchword',
      primaryEmail,
    });
    const day = 24 * 60 * 60 * 1000;
    const endsIn = Date.parse(new X509Certificate(idp.certificate).validTo) - Date.now();
    const told = async (daysBefore: number) => {
      ahead = endsIn - daysBefore * day + 60_000;
      const before = mail.received.length;
      await app.app.services.jobs.runSchedule('enterprise-sso');
      await app.app.services.jobs.runSchedule('enterprise-sso');
      await app.app.ownMail?.deliverDue();
      return mail.received
        .slice(before)
        .map(({ text }) => /(?:expires in \d+ days?|has expired)/.exec(text)?.[0]);
    };
    expect(await told(40)).toEqual([]);
    expect(await told(29)).toEqual(['expires in 29 days']);
    expect(await told(20)).toEqual([]);
    expect(await told(7)).toEqual(['expires in 7 days']);
    expect(await told(1)).toEqual(['expires in 1 day']);
    expect(await told(-1)).toEqual(['has expired']);
    expect(mail.received[0]?.text).toContain(`/console/enterprise-sso/${connectorId}/connection`);
    // The same for our own certificates, 30 and 7 days ahead.
    const { body: ledger } = await app.manage('POST', '/saml-applications', { name: 'Ledger' });
    const [own] = (await app.manage('GET', `/saml-applications/${ledger.id}/secrets`)).body;
    const toldOfOwn = async (daysBefore: number) => {
      ahead = own.expiresAt - Date.now() - daysBefore * day + 60_000;
      const before = mail.received.length;
      const look = () => app.app.services.jobs.runSchedule('saml-certificates');
      await look();
      await look();
      await app.app.ownMail?.deliverDue();
      return mail.received.slice(before).map(({ text }) => text);
    };
    expect(await toldOfOwn(40)).toEqual([]);
    const [first, ...others] = await toldOfOwn(29);
    expect(others).toEqual([]);
    expect(first).toContain('The SAML certificate that Ledger uses');
    expect(first).toContain('expires in 29 days');
    expect(first).toContain(`/console/applications/${ledger.id}/settings`);
    expect(await toldOfOwn(8)).toEqual([]);
    expect(await toldOfOwn(7)).toEqual([expect.stringContaining('expires in 7 days')]);
    expect(await toldOfOwn(2)).toEqual([]);
    ahead = endsIn;
    // Both keys count while the provider changes from one to the other.
    const next = await createIdentityProvider();
    const [descriptor] = /<KeyDescriptor.*<\/KeyDescriptor>/.exec(next.metadata) ?? [];
    const both = idp.metadata.replace('<SingleSignOnService', `${descriptor}<SingleSignOnService`);
    world.answer({ [metadataPath]: { text: both } });
    await app.app.services.jobs.runSchedule('enterprise-sso');
    ahead = 0;
    for (const provider of [idp, next]) {
      const { requestId, verify } = await begin();
      const { query } = await deliver(provider.respond(sp, { inResponseTo: requestId }));
      expect((await verify(query ?? {})).status).toBe(200);
    }
    // A temporary outage of an address locks no user out.
    world.answer({ [metadataPath]: { status: 503 } });
    await app.app.services.jobs.runSchedule('enterprise-sso');
    await begin();
    world.answer({ [metadataPath]: { text: idp.metadata } });
    await app.app.services.jobs.runSchedule('enterprise-sso');
  });
});

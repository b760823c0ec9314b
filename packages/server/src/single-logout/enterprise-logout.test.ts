import { demoApplicationId } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import type { Browser } from '../http/testing/browser.ts';
import { submitForm } from '../oidc/conformance/testing/relying-party.ts';
import { idpLogout, startEnterpriseLogout } from './testing/enterprise.ts';
import { createParticipant } from './testing/participant.ts';

type World = Awaited<ReturnType<typeof startEnterpriseLogout>>;

describe.each(anyDatabase)('single logout with identity providers on %s', kind => {
  let world: World;
  let acme: Awaited<ReturnType<World['createEnterprise']>>;
  beforeAll(async () => {
    world = await startEnterpriseLogout(kind);
    acme = await world.createEnterprise('acme');
  });
  afterAll(() => world.close());

  const hear = (address: string | null) => {
    const { search, searchParams, origin, pathname } = new URL(address ?? '');
    const heard = acme.speaker().validateRedirectAsync(Object.fromEntries(searchParams), search.slice(1));
    return heard.then(each => ({
      ...each,
      to: `${origin}${pathname}`,
      relay: searchParams.get('RelayState'),
    }));
  };
  const leave = async (browser: Browser) => {
    const address = `${world.origin}/oidc/session/end?${new URLSearchParams({
      client_id: demoApplicationId,
      post_logout_redirect_uri: `${world.origin}/demo-app`,
    })}`;
    const page = await browser.send(address);
    const { location } = await submitForm(browser, page.text, {});
    return browser.follow(location ?? '', world.origin);
  };

  test('announces the address once there is a key to sign answers with', async () => {
    const metadata = await (await fetch(acme.sp.entityId)).text();
    for (const binding of ['HTTP-Redirect', 'HTTP-POST'])
      expect(metadata).toContain(
        `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${acme.sp.singleLogoutServiceUrl}"/>`,
      );
    expect(metadata.indexOf('SingleLogoutService')).toBeLessThan(
      metadata.indexOf('AssertionConsumerService'),
    );
    const { app } = world;
    const { body } = await app.manage('POST', '/sso-connectors', {
      providerName: 'SAML',
      connectorName: 'Keyless',
    });
    const keyless = await (await fetch(`${world.origin}/enterprise-sso/${body.id}`)).text();
    expect(keyless).not.toContain('SingleLogoutService');
  });

  test('the identity provider ends the session it names, and those of its service providers', async () => {
    const ledger = await createParticipant(world.app, 'ledger');
    const one = await acme.enter('ada', '_one');
    const other = await acme.enter('ada', '_other');
    const inLedger = await ledger.enter(one.browser);
    const toLedger = await one.browser.send(await acme.speaker().getLogoutUrlAsync(one.profile, 'relay', {}));
    const asked = await ledger.hear(toLedger.location ?? '');
    expect(asked.profile?.nameID).toBe(inLedger.nameID);
    const back = await one.browser.send(await ledger.answerByAddress(asked.profile!));
    expect(await hear(back.location)).toMatchObject({
      loggedOut: true,
      to: `${idpLogout}/done`,
      relay: 'relay',
    });
    expect(await world.isIn(one.browser)).toBe(false);
    expect(await world.isIn(other.browser)).toBe(true);
    // Without an index: all sessions of the user that came from there.
    const { sessionIndex: _, ...everywhere } = other.profile;
    const last = await other.browser.send(
      await acme.speaker().getLogoutUrlAsync({ ...everywhere } as typeof other.profile, '', {}),
    );
    expect((await hear(last.location)).loggedOut).toBe(true);
    expect(await world.isIn(other.browser)).toBe(false);
  });

  test('a sign-out here goes to the identity provider only where administrators want it', async () => {
    const first = await acme.enter('ada', '_first');
    expect((await leave(first.browser)).address).toContain('/demo-app');
    await acme.change({ signOutAtProvider: true });
    const second = await acme.enter('ada', '_second');
    const { address } = await leave(second.browser);
    const asked = await hear(address);
    expect(asked.to).toBe(idpLogout);
    expect(asked.profile).toMatchObject({ nameID: second.profile.nameID, sessionIndex: '_second' });
    expect(await world.isIn(second.browser)).toBe(false);
    const answer = await acme.speaker().getLogoutResponseUrlAsync(asked.profile!, '', {}, true);
    expect((await second.browser.send(answer)).location).toBe(`${world.origin}/demo-app`);
    await acme.change({});
  });
});

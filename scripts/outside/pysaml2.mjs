import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameIdFormats, signedElements } from '../../packages/contract/src/saml.ts';
import { startPython } from './python.mjs';
import { createKey, readPage, reserveSite } from './world.mjs';

const prepareSite = async (world, name) => {
  const site = await reserveSite();
  const directory = join(world.directory, name);
  mkdirSync(directory);
  const { key, certificate } = createKey(directory, 'own');
  return {
    ...site,
    async serve(metadata) {
      const file = join(directory, 'gatehouse.xml');
      writeFileSync(file, metadata);
      await startPython(world, name, site, { KEY: key, CERTIFICATE: certificate, METADATA: file });
    },
  };
};

export const asServiceProvider = async world => {
  const site = await prepareSite(world, 'pysaml2-service-provider');
  const application = await world.createSamlApplication('pysaml2');
  await site.serve(application.metadata);
  const { encryption } = await application.importFrom(`${site.home}/metadata`);
  await application.change({ nameIdFormat: nameIdFormats.persistent, idpInitiated: {} });
  const visitor = world.visit();
  const isUser = async (address, { isAsked = true, isEncrypted = false } = {}) => {
    const shown = readPage(await visitor.open(address));
    assert.deepEqual(
      { ...shown, attributes: shown.attributes.name },
      { id: world.person.id, attributes: [world.person.name], isAsked, isEncrypted },
    );
  };
  for (const signedElement of signedElements) {
    await application.change({ signedElement });
    await isUser(`${site.home}/sign-in?signed=${signedElement}`);
    await isUser(`${site.home}/sign-in?signed=${signedElement}&by=form`);
  }
  await isUser(`${world.endpoint}/api/saml/${application.id}/sign-in`, { isAsked: false });
  await application.change({ encryption: { ...encryption, encryptAssertion: true, encryptThenSign: false } });
  await isUser(`${site.home}/sign-in?signed=Both`, { isEncrypted: true });
  await world.walkThroughLogout({
    signIn: `${site.home}/sign-in?signed=Both`,
    signOut: `${site.home}/sign-out`,
    isIn: async each => readPage(await each.open(site.home)).isIn,
  });
};

export const asIdentityProvider = async world => {
  const site = await prepareSite(world, 'pysaml2-identity-provider');
  const connector = await world.createSamlConnector('Film', 'film.example', { signsRequests: true });
  await site.serve(connector.metadata);
  const answer = await fetch(`${site.home}/metadata`);
  await connector.connect(await answer.text());
  const signIn = async choice => {
    readPage(await world.visit().open(`${site.home}/choose?${new URLSearchParams(choice)}`));
    const { name, email } = await world.signInByEnterprise(world.visit(), connector.id);
    assert.deepEqual({ name, email }, { name: 'Hedy Lamarr', email: 'hedy@film.example' });
  };
  for (const signed of signedElements) await signIn({ signed });
  // Triple DES is refused on purpose, and the page says so.
  await assert.rejects(
    signIn({ signed: 'Assertion', encrypted: 'its own way' }),
    /single_sign_on\.saml\.not_decrypted/,
  );
  await signIn({ signed: 'Assertion', encrypted: 'AES' });
};

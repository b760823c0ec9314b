import assert from 'node:assert/strict';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameIdFormats } from '../../packages/contract/src/saml.ts';
import { until } from '../drills/support/programs.mjs';
import { root } from '../install-if-needed.mjs';
import { createKey, readPage, reserveSite } from './world.mjs';

const installed = '/usr/share/simplesamlphp/www';
const employee = { username: 'grace', password: 'nanoseconds' };

/** A copy of `e2e/outside/simplesamlphp` with its own key; `serve` starts it once our metadata is known. */
const prepareSite = async (world, name) => {
  const site = await reserveSite();
  const directory = join(world.directory, name);
  cpSync(join(root, 'e2e', 'outside', 'simplesamlphp'), directory, { recursive: true });
  mkdirSync(join(directory, 'temp'));
  symlinkSync(installed, join(directory, 'pages', 'simplesaml'));
  createKey(directory, 'own');
  return {
    ...site,
    async serve(metadata, entityId = '') {
      writeFileSync(join(directory, 'gatehouse.xml'), metadata);
      const address = `127.0.0.1:${site.port}`;
      const program = world.start('php', ['-S', address, '-t', join(directory, 'pages')], {
        env: {
          SIMPLESAMLPHP_CONFIG_DIR: directory,
          SCRATCH: directory,
          HOME_ADDRESS: site.home,
          GATEHOUSE: entityId,
        },
      });
      const isReady = () =>
        fetch(`${site.home}/simplesaml/resources/default.css`).then(
          ({ ok }) => ok,
          () => false,
        );
      await until('SimpleSAMLphp serves', isReady, { program });
    },
  };
};

export const asServiceProvider = async world => {
  const site = await prepareSite(world, 'simplesamlphp-sp');
  const application = await world.createSamlApplication('SimpleSAMLphp');
  await site.serve(application.metadata, `${world.endpoint}/saml/${application.id}`);
  const own = `${site.home}/simplesaml/module.php/saml/sp/metadata.php/gatehouse`;
  const { encryption } = await application.importFrom(own);
  await application.change({
    nameIdFormat: nameIdFormats.persistent,
    encryption: { ...encryption, encryptAssertion: true, encryptThenSign: false },
  });
  const page = readPage(await world.visit().open(`${site.home}/index.php`));
  assert.equal(page.id, world.person.id);
  assert.deepEqual(page.attributes.name, [world.person.name]);
  await world.walkThroughLogout({
    signIn: `${site.home}/index.php`,
    signOut: `${site.home}/sign-out.php`,
    isIn: async visitor => readPage(await visitor.open(`${site.home}/user.php`)).isIn,
  });
};

export const asIdentityProvider = async world => {
  const site = await prepareSite(world, 'simplesamlphp-idp');
  const connector = await world.createSamlConnector('Navy', 'navy.example', { signsRequests: true });
  await site.serve(connector.metadata);
  const answer = await fetch(`${site.home}/simplesaml/saml2/idp/metadata.php`);
  await connector.connect(await answer.text(), { signOutAtProvider: true });

  let asked = 0;
  const signIn = ({ address }) => {
    if (!address.startsWith(site.home)) return undefined;
    asked += 1;
    return employee;
  };
  const expected = { name: 'Grace Hopper', email: 'grace@navy.example', email_verified: true };
  const isGrace = ({ name, email, email_verified }) =>
    assert.deepEqual({ name, email, email_verified }, expected);
  const visitor = world.visit(signIn);
  isGrace(await world.signInByEnterprise(visitor, connector.id));

  // Signed out here, the employee is signed out there, and is asked there again.
  await world.signOutHere(visitor);
  isGrace(await world.signInByEnterprise(visitor, connector.id));
  assert.equal(asked, 2, 'The session at the identity provider has outlived the sign-out here.');
  // And the other way round.
  const after = new URLSearchParams({ RelayState: `${site.home}/user.php` });
  const { address } = await visitor.open(`${site.home}/simplesaml/saml2/idp/initSLO.php?${after}`);
  assert.equal(address, `${site.home}/user.php`);
  assert(await world.isAskedHere(visitor), 'The session here has outlived the logout there.');

  await connector.allowIdpInitiated();
  const query = new URLSearchParams({ spentityid: connector.entityId });
  const begun = `${site.home}/simplesaml/saml2/idp/SSOService.php?${query}`;
  isGrace(await world.finishAtPortal(await world.visit(signIn).open(begun)));
};

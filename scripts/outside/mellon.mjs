import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameIdFormats } from '../../packages/contract/src/saml.ts';
import { startApache } from './apache.mjs';
import { createKey, readPage, reserveSite } from './world.mjs';

export const signIn = async world => {
  const site = { name: 'mellon', ...(await reserveSite()) };
  const { home } = site;
  const secure = `${home}/secure/`;
  const directory = join(world.directory, 'mellon-keys');
  mkdirSync(directory);
  const { key, certificate } = createKey(directory, 'mellon');
  const application = await world.createSamlApplication('Mellon');
  const metadata = join(directory, 'idp.xml');
  writeFileSync(metadata, application.metadata);
  await startApache(world, site, {
    module: 'auth_mellon_module',
    settings: `<Location />
  MellonEnable info
  MellonEndpointPath /mellon
  MellonSPPrivateKeyFile ${key}
  MellonSPCertFile ${certificate}
  MellonIdPMetadataFile ${metadata}
</Location>`,
    guard: '  AuthType Mellon\n  MellonEnable auth',
    variables: { id: 'MELLON_NAME_ID', username: 'MELLON_username', name: 'MELLON_name' },
  });
  const { requestSigning } = await application.importFrom(`${home}/mellon/metadata`);
  assert.equal(requestSigning.isRequired, true, 'The metadata says that requests are signed.');
  // Mellon asks for a name that changes with every session, unless it is configured otherwise.
  await application.change({
    nameIdFormat: nameIdFormats.persistent,
    idpInitiated: { relayState: secure },
  });
  // Mellon finds the session that a logout request is for by the user alone: others of the same user come later.
  await world.walkThroughLogout({
    signIn: secure,
    signOut: `${home}/mellon/logout?${new URLSearchParams({ ReturnTo: `${home}/` })}`,
    isIn: async visitor => JSON.parse((await visitor.open(`${home}/info/`)).text).id !== '(none)',
  });
  const { id, username, name } = world.person;
  for (const address of [secure, `${world.endpoint}/api/saml/${application.id}/sign-in`])
    assert.deepEqual(readPage(await world.visit().open(address)), { id, username, name });
};

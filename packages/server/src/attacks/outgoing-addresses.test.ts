import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StandIn, startStandIn } from '../connectors/testing/stand-in.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { redirectUri } from '../oidc/testing/people.ts';
import { createOutgoing } from '../outgoing/outgoing.ts';
import { isMetadataAddress, isPrivateAddress } from '../outgoing/private-addresses.ts';
import { createCertificate } from '../saml/certificate.ts';

let world: StandIn;
let app: TestApp;
beforeAll(async () => {
  world = await startStandIn();
  app = await startTestApp('embedded', { variables: { GATEHOUSE_CONNECTORS_URL: world.url } });
});
afterAll(async () => {
  await app.close();
  await world.close();
});

test.each([
  'fec0::1',
  '::ffff:0:10.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::10.0.0.1',
  '::10.0.0.1',
  'fd00:ec2::254',
  '0.0.0.0',
  '100.64.0.1',
])('%s is not the public internet', address => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each([
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '::ffff:0:169.254.169.254',
  '64:ff9b::169.254.169.254',
  'fd00:ec2::254',
  'fe80::1',
  '100.100.100.200',
])('%s, where a cloud hands out credentials, is not asked by a self-hosted server either', async address => {
  expect(isMetadataAddress(address)).toBe(true);
  const host = address.includes(':') ? `[${address}]` : address;
  const hook = await app.manage('POST', '/hooks', {
    name: address,
    events: ['User.Created'],
    config: { url: `http://${host}/latest/meta-data` },
  });
  expect(hook.status).toBe(201);
  const tried = await app.manage('POST', `/hooks/${hook.body.id}/test`, {
    events: ['User.Created'],
    config: { url: `http://${host}/latest/meta-data` },
  });
  expect(tried.status).toBeGreaterThanOrEqual(400);
  expect(JSON.stringify(tried.body)).toContain('is not an address that can be reached');
});

test('a private address is reached by a self-hosted server, as its operator expects', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const receiver = createServer((_, response) => {
    response.end('ok');
    resolve();
  });
  await new Promise<void>(done => receiver.listen(0, '127.0.0.1', done));
  const { port } = receiver.address() as { port: number };
  const url = `http://127.0.0.1:${port}/`;
  const hook = await app.manage('POST', '/hooks', {
    name: 'Local',
    events: ['User.Created'],
    config: { url },
  });
  await app.manage('POST', `/hooks/${hook.body.id}/test`, { events: ['User.Created'], config: { url } });
  await promise;
  receiver.close();
});

test('a client document that cannot be read is asked for once, however many name it', async () => {
  await app.manage('PATCH', '/configs/cimd', { enabled: true });
  const query = new URLSearchParams({
    client_id: 'https://gone.example/client.json',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
  });
  const before = world.asked.length;
  const authorize = () => call(`${app.env.ENDPOINT}/oidc/auth?${query}`);
  const answers = await Promise.all(Array.from({ length: 30 }, authorize));
  answers.push(await authorize());
  for (const { status } of answers) expect(status).toBe(400);
  expect(world.asked.length - before).toBe(1);
});

test('documents about clients are read on private networks only from the hosts that the operator names', async () => {
  const known = getCACertificates('default');
  const { privateKey: key, certificate: cert } = await createCertificate({ subject: 'localhost', years: 1 });
  setDefaultCACertificates([...known, cert]);
  const asked: string[] = [];
  const inside = createTlsServer({ key, cert }, ({ headers: { host = '' }, url = '' }, response) => {
    asked.push(host);
    const document = {
      client_id: `https://${host}${url}`,
      client_name: 'Robot',
      redirect_uris: [redirectUri],
    };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
  });
  inside.listen(0);
  await once(inside, 'listening');
  const { port } = inside.address() as AddressInfo;
  const open = await startTestApp('embedded', {
    variables: { GATEHOUSE_CLIENT_DOCUMENT_HOSTS: 'LOCALHOST,169.254.169.254' },
  });
  await open.manage('PATCH', '/configs/cimd', { enabled: true });
  const authorize = (host: string) =>
    call(
      `${open.env.ENDPOINT}/oidc/auth?${new URLSearchParams({
        client_id: `https://${host}/client.json`,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      })}`,
    );
  expect((await authorize(`localhost:${port}`)).status).toBe(303);
  // It was not allowed by its IP address, and the metadata addresses of clouds are always refused.
  for (const host of [`127.0.0.1:${port}`, `[::1]:${port}`, '169.254.169.254'])
    expect((await authorize(host)).body).toMatchObject({ error: 'invalid_client' });
  expect(asked).toEqual([`localhost:${port}`]);
  await open.close();
  inside.closeAllConnections();
  inside.close();
  setDefaultCACertificates(known);
});

test('a connection that the server holds open to a private host is not lent to requests that strangers cause', async () => {
  let asked = 0;
  const inside = createServer((_, response) => {
    asked += 1;
    response.end('{}');
  });
  inside.listen(0);
  await once(inside, 'listening');
  const url = `http://localhost:${(inside.address() as AddressInfo).port}/`;
  const ours = createOutgoing({ reachesPrivateNetworks: true });
  const theirs = createOutgoing({ reachesPrivateNetworks: false });
  await ours.fetch(url);
  await ours.fetch(url);
  await expect(theirs.fetch(url)).rejects.toThrow('did not answer');
  expect(asked).toBe(2);
  inside.closeAllConnections();
  inside.close();
});

test('an authority is told by certificates, and a private key that is pasted with them is refused', async () => {
  const { privateKey, certificate } = await createCertificate({ subject: 'localhost', years: 1 });
  const create = (certificateAuthority: string) =>
    app.manage('POST', '/hooks', {
      name: 'Trusting',
      events: ['User.Created'],
      config: { url: 'https://hooks.example/', certificateAuthority },
    });
  expect((await create(`# Our authority\n${certificate}\n${certificate}`)).status).toBe(201);
  for (const pasted of [`${certificate}\n${privateKey}`, `${privateKey}\n${certificate}`, privateKey])
    expect((await create(pasted)).status).toBe(400);

  // Nor can it be among the certificates of service and identity providers.
  const pasted = `${certificate}\n${privateKey}`;
  const { body: application } = await app.manage('POST', '/saml-applications', { name: 'Payroll' });
  for (const [text, status] of [
    [certificate, 200],
    [pasted, 400],
  ] as const) {
    const change = (patch: object) => app.manage('PATCH', `/saml-applications/${application.id}`, patch);
    expect((await change({ requestSigning: { certificate: text, isRequired: true } })).status).toBe(status);
    const encryption = { encryptAssertion: true, encryptThenSign: false, certificate: text };
    expect((await change({ encryption })).status).toBe(status);
  }
  const connector = await app.manage('POST', '/sso-connectors', {
    providerName: 'SAML',
    connectorName: 'Acme',
    config: { entityId: 'idp', signInEndpoint: 'https://idp.example/', x509Certificate: pasted },
  });
  expect(connector.status).toBe(400);
});

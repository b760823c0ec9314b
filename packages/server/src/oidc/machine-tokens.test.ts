import { headers as headerNames } from '@gatehouse/contract/dialect.ts';
import {
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  jwtVerify,
} from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import {
  commonRequests,
  formType,
  type Machine,
  ordersApi,
  type TokenRequest,
  unusualRequests,
} from './testing/machine-requests.ts';
import { createPeople, type People } from './testing/people.ts';

const nobody = { id: 'id', secret: 'secret' };
const short = 'a secret in the header';

describe.each(anyDatabase)('token requests of machines on %s', kind => {
  let app: TestApp;
  let people: People;
  let machine: Machine;

  beforeAll(async () => {
    // Both ways of telling the caller's address are compared, one on each database.
    const variables = { TRUST_PROXY: kind === 'embedded' ? '1' : '0' };
    app = await startTestApp(kind, { variables, auditIntervalMs: 3_600_000 });
    people = createPeople(app);
    machine = app.manager;
    const api = { name: 'Orders', indicator: ordersApi, accessTokenTtl: 120 };
    const { id } = (await app.manage('POST', '/resources', api)).body;
    await app.manage('POST', `/resources/${id}/scopes`, { name: 'read:orders' });
    const scope = await app.manage('POST', `/resources/${id}/scopes`, { name: 'write:orders' });
    const role = { name: 'Orders robot', type: 'MachineToMachine', scopeIds: [scope.body.id] };
    const { body } = await app.manage('POST', '/roles', role);
    await app.manage('POST', `/applications/${machine.id}/roles`, { roleIds: [body.id] });
  });
  afterAll(() => app.close());

  const send = ({ method = 'POST', headers, body }: TokenRequest, query = '') =>
    call(`${app.env.ENDPOINT}/oidc/token${query}`, {
      method,
      body,
      headers: { 'content-type': formType, ...headers },
    });
  /** A query changes nothing but that the provider answers. */
  const sendToProvider = (request: TokenRequest) => send(request, '?by=provider');

  const currentProvider = async () => {
    const tenant = await app.app.services.tenants.get('default');
    return tenant && app.app.services.providers.of(tenant);
  };

  /** Sends a request, and says how often the provider answered it. */
  const sendAndCount = async (request: TokenRequest): Promise<{ answer: Answer; count: number }> => {
    const provider = await currentProvider();
    let count = 0;
    const note = () => {
      count += 1;
    };
    provider?.on('grant.success', note).on('grant.error', note);
    const answer = await send(request);
    provider?.off('grant.success', note).off('grant.error', note);
    // An earlier write may be announced again, late: then another provider has answered, uncounted.
    return provider === (await currentProvider()) ? { answer, count } : sendAndCount(request);
  };
  const compare = async (request: TokenRequest | undefined, providerAnswers: number) => {
    if (!request) throw new Error('there is no such request');
    const { answer, count } = await sendAndCount(request);
    expect(describeAnswer(answer)).toEqual(describeAnswer(await sendToProvider(request)));
    expect(count).toBe(providerAnswers);
    return answer;
  };

  test.each(Object.keys(commonRequests(nobody)))('answered as the provider would: %s', async name => {
    const { status, body } = await compare(commonRequests(machine)[name], 0);
    expect(status).toBe(200);
    const issuer = `${app.env.ENDPOINT}/oidc`;
    await jwtVerify(body.access_token, createRemoteJWKSet(new URL(`${issuer}/jwks`)), { issuer });

    await app.app.services.audit.flush();
    const { body: entries } = await app.manage('GET', `/logs?applicationId=${machine.id}&page_size=2`);
    expect(entries[0].key).toBe('ExchangeTokenBy.ClientCredentials');
    expect(entries[0].payload).toEqual(entries[1].payload);
  });

  test.each(Object.keys(unusualRequests(nobody)))('left to the provider: %s', async name => {
    await compare(unusualRequests(machine)[name], 1);
  });

  test('other methods are left to the provider', async () => {
    const request = { ...commonRequests(machine)[short], method: 'PUT' };
    expect(describeAnswer(await send(request))).toEqual(describeAnswer(await sendToProvider(request)));
  });

  test('a body that comes in pieces is read whole, by us or by the provider', async () => {
    for (const [request, expected] of [
      [commonRequests(machine)[short], 200],
      [unusualRequests(machine)['a wrong secret'], 401],
    ] as const) {
      const text = request?.body ?? '';
      const body = new ReadableStream({
        start(controller) {
          for (const piece of [text.slice(0, 9), text.slice(9)]) controller.enqueue(Buffer.from(piece));
          controller.close();
        },
      });
      const headers = { 'content-type': formType, 'content-length': `${text.length}`, ...request?.headers };
      // The types do not know what a stream needs.
      const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
      expect((await fetch(`${app.env.ENDPOINT}/oidc/token`, init)).status).toBe(expected);
    }
  });

  test.each(['RS256', 'ES384', 'EdDSA', 'ES256'])('the current key signs: %s', async algorithm => {
    await app.manage('POST', '/configs/oidc/private-keys/rotate', { signingKeyAlgorithm: algorithm });
    const { body } = await compare(commonRequests(machine)[short], 0);
    expect(decodeProtectedHeader(body.access_token).alg).toBe(algorithm);
    await jwtVerify(body.access_token, createRemoteJWKSet(new URL(`${app.env.ENDPOINT}/oidc/jwks`)));
  });

  test('applications with a profile or keys of their own are left to the provider', async () => {
    const { publicKey } = await generateKeyPair('ES256');
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), use: 'sig', alg: 'ES256', kid: 'k' }] };
    for (const customClientMetadata of [
      { securityProfile: 'Hardened' },
      { securityProfile: 'Fapi2' },
      { securityProfile: 'Fapi2', jwks },
      { jwks },
    ]) {
      const type = 'MachineToMachine';
      const robot = await people.createApplication({ name: 'Robot', type, customClientMetadata });
      await compare(commonRequests(robot)[short], 1);
    }
    const site = await people.createApplication({ name: 'Site', type: 'Traditional' });
    expect((await compare(commonRequests(site)[short], 1)).status).toBe(400);
  });

  test('a tenant with a script for the tokens of machines leaves them to the provider', async () => {
    const path = '/configs/jwt-customizer/client-credentials';
    await app.manage('PUT', path, { script: 'const getCustomJwtClaims = async () => ({ plan: "gold" });' });
    const { body } = await compare(commonRequests(machine)[short], 1);
    expect(decodeJwt(body.access_token)).toMatchObject({ plan: 'gold' });
    await app.manage('DELETE', path);
    await compare(commonRequests(machine)[short], 0);
  });

  test('a deleted application gets no more tokens', async () => {
    const robot = await people.createApplication({ name: 'Robot', type: 'MachineToMachine' });
    expect((await compare(commonRequests(robot)[short], 0)).status).toBe(200);
    await app.manage('DELETE', `/applications/${robot.id}`);
    expect((await compare(commonRequests(robot)[short], 1)).status).toBe(401);
  });
});

type Answer = Awaited<ReturnType<typeof call>>;

/** Everything but what differs from token to token. */
const describeAnswer = ({ status, headers, body, text }: Answer) => {
  const same = [...headers].filter(([name]) => !['date', headerNames.requestId.toLowerCase()].includes(name));
  if (!body?.access_token) return { status, headers: same, text };
  const { access_token: token, ...answer } = body;
  const { jti, iat, exp, ...claims } = decodeJwt(token);
  return {
    status,
    headers: same,
    answer: Object.entries(answer),
    tokenHeader: Object.entries(decodeProtectedHeader(token)),
    claims: Object.entries(claims),
    idSize: jti?.length,
    lifetime: Number(exp) - Number(iat),
  };
};

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../api/experience/testing/authenticator.ts';
import { keepMessages, proveByCode, type Step, visit } from '../api/experience/testing/visit.ts';
import { startOpenIdProvider } from '../connectors/testing/open-id-provider.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { storedFiles, tracesIn, vacuumedFiles } from './testing/stored-bytes.ts';

const person = {
  primaryEmail: 'Theodora.Findable@example.com',
  primaryPhone: '4915177766655',
  username: 'theodora_findable',
  name: 'Theodora Findable-Person',
};
const other = {
  former: 'earlier-address-of-theodora@example.com',
  socialId: 'social-id-of-theodora-4711',
  socialName: 'Theodora At Social',
  avatar: 'https://pictures.example/theodora-at-social.png',
  enterpriseId: 'enterprise-id-of-theodora-0815',
  enterpriseEmail: 'theodora@acme.example',
  enterpriseName: 'Theodora At Acme',
  imported: 'imported-address-of-theodora@example.com',
  formerPhone: '4915155544433',
};
const traces = [...Object.values(person), ...Object.values(other)];
const password = 'correct horse battery';
const base = '/experience/verification';

/** A person who has used everything that writes something down, and is then erased. */
describe.each(databaseKinds)('all traces of a person on %s', kind => {
  let app: TestApp;
  let op: Awaited<ReturnType<typeof startOpenIdProvider>>;
  let receiver: Server;
  const received: string[] = [];
  beforeAll(async () => {
    op = await startOpenIdProvider();
    receiver = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      request.on('end', () => {
        received.push(text);
        // Requests to the second address fail and echo the request body.
        response.statusCode = request.url === '/fails' ? 500 : 200;
        response.end(text);
      });
    });
    await new Promise<void>(resolve => receiver.listen(0, resolve));
    app = await startTestApp(kind, { variables: { GATEHOUSE_CONNECTORS_URL: op.url } });
    await keepMessages(app);
    await setUp();
  });
  afterAll(async () => {
    await app.close();
    await op.close();
    receiver.close();
  });

  const manage = async (method: string, path: string, body?: unknown) => {
    const answer = await app.manage(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
    return answer.body;
  };

  const setUp = async () => {
    const { port } = receiver.address() as AddressInfo;
    const events = ['User.Created', 'User.Data.Updated', 'PostSignIn', 'PostRegister', 'Identifier.Lockout'];
    for (const path of ['', '/fails'])
      await manage('POST', '/hooks', {
        name: `Receiver ${path}`,
        events,
        config: { url: `http://localhost:${port}${path}`, retries: 0 },
      });
    await manage('POST', '/log-streams', {
      name: 'Collector',
      includeChanges: true,
      config: { kind: 'http', url: `http://localhost:${port}/fails`, format: 'json-lines' },
    });
    await manage('POST', '/connectors', {
      id: 'harbour',
      connectorId: 'oidc',
      config: op.socialConfig,
      metadata: { target: 'harbour', name: { en: 'Harbour ID' } },
      syncProfile: true,
      enableTokenStorage: true,
    });
    const { id } = await manage('POST', '/sso-connectors', {
      providerName: 'OIDC',
      connectorName: 'Acme',
      config: { clientId: 'gatehouse', clientSecret: 'secret', issuer: op.issuer },
      domains: ['acme.example'],
      syncProfile: true,
      enableTokenStorage: true,
    });
    const code = { password: true, verificationCode: true, isPasswordPrimary: true };
    await manage('PATCH', '/sign-in-exp', {
      socialSignInConnectorTargets: ['harbour'],
      singleSignOnEnabled: true,
      signIn: {
        methods: [
          { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true },
          { identifier: 'email', ...code },
          { identifier: 'phone', ...code },
        ],
      },
      mfa: { policy: 'UserControlled', factors: ['Totp', 'WebAuthn', 'BackupCode'] },
      passkeySignIn: { enabled: true },
    });
    enterprise = `sso/${id}`;
  };
  let enterprise = '';

  /** Comes back from a provider that says this of the person. */
  const prove = async (step: Step, path: string, claims: Record<string, unknown>) => {
    const redirectUri = `${app.env.ENDPOINT}/callback/harbour`;
    const begun = await step('POST', `${base}/${path}/authorization-uri`, { state: 's', redirectUri });
    expect(begun.status, begun.text).toBe(200);
    const { authorizationUri, verificationId } = begun.body;
    const connectorData = await op.consent(authorizationUri, claims);
    const verified = await step('POST', `${base}/${path}/verify`, { connectorData, verificationId });
    expect(verified.status, verified.text).toBe(200);
    return verificationId as string;
  };

  const socialClaims = {
    sub: other.socialId,
    name: other.socialName,
    picture: other.avatar,
    email: other.former,
    email_verified: true,
  };

  /** Registers with a social account, and gives the ID of the user. */
  const registerBySocial = async () => {
    const { step } = await visit(app, 'SignIn');
    await prove(step, 'social/harbour', socialClaims);
    await step('PUT', '/experience/interaction-event', { interactionEvent: 'Register' });
    await step('POST', '/experience/profile', { type: 'username', value: person.username });
    const { body } = await step('GET', '/experience/interaction');
    const verificationId = body.verificationRecords.find(
      ({ type }: { type: string }) => type === 'Social',
    ).id;
    const made = await step('POST', '/experience/identification', { verificationId });
    expect(made.status, made.text).toBe(201);
    await step('POST', '/experience/submit');
    const [user] = await manage('GET', `/users?search.username=${person.username}`);
    return user.id as string;
  };

  const addFactors = async (id: string) => {
    const { step } = await visit(app, 'SignIn');
    const identifier = { type: 'username', value: person.username };
    const proven = await step('POST', `${base}/password`, { identifier, password });
    await step('POST', '/experience/identification', { verificationId: proven.body.verificationId });
    const { body: totp } = await step('POST', `${base}/totp/secret`);
    const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate();
    await step('POST', `${base}/totp/verify`, { code, verificationId: totp.verificationId });
    await step('POST', '/experience/profile/mfa', { type: 'Totp', verificationId: totp.verificationId });
    const { body: passkey } = await step('POST', `${base}/web-authn/registration`);
    const payload = createAuthenticator(app.env.ENDPOINT).register(passkey.registrationOptions);
    const { verificationId } = passkey;
    await step('POST', `${base}/web-authn/registration/verify`, { verificationId, payload });
    await step('POST', '/experience/profile/mfa/passkey', { verificationId });
    await step('POST', '/experience/submit');
    await manage('POST', `/users/${id}/personal-access-tokens`, { name: person.name });
  };

  const failToSignIn = async () => {
    for (const [type, value] of [
      ['email', person.primaryEmail],
      ['email', other.former],
      ['username', person.username],
      ['phone', person.primaryPhone],
    ])
      for (let attempt = 0; attempt < 6; attempt += 1) {
        const { step } = await visit(app, 'SignIn');
        await step('POST', `${base}/password`, { identifier: { type, value }, password: 'wrong' });
      }
  };

  const importFile = async (text: string) => {
    const form = new FormData();
    form.set('file', new File([text], 'people.csv'));
    const sent = await fetch(`${app.env.ENDPOINT}/api/users/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.token}` },
      body: form,
    });
    const { fileId, columns } = (await sent.json()) as {
      fileId: string;
      columns: { name: string; field: string | null }[];
    };
    const mapping = Object.fromEntries(columns.flatMap(({ name, field }) => (field ? [[name, field]] : [])));
    await manage('POST', '/users/jobs', { kind: 'import', fileId, fileName: 'people.csv', mapping });
    await app.app.services.jobs.runDue();
  };

  const createPerson = async () => {
    const id = await registerBySocial();
    await manage('PATCH', `/users/${id}`, { primaryEmail: other.imported, primaryPhone: other.formerPhone });
    await manage('PATCH', `/users/${id}`, {
      ...person,
      profile: { nickname: person.name },
      customData: person,
    });
    await manage('PATCH', `/users/${id}/password`, { password });
    await addFactors(id);
    const { step } = await visit(app, 'SignIn');
    const identification = await step('POST', '/experience/identification', {
      verificationId: await proveByCode(app, step, { type: 'phone', value: person.primaryPhone }),
    });
    expect(identification.status, identification.text).toBeLessThan(500);
    await (await visit(app, 'SignIn')).step('POST', `${base}/verification-code`, {
      identifier: { type: 'phone', value: other.formerPhone },
      interactionEvent: 'Register',
    });
    await manage('POST', '/one-time-tokens', { email: person.primaryEmail });
    const organization = await manage('POST', '/organizations', { name: 'Guild' });
    const invite = (invitee: string) =>
      manage('POST', '/organization-invitations', {
        organizationId: organization.id,
        invitee,
        expiresAt: Date.now() + 1_000_000,
      });
    await invite(person.primaryEmail);
    await invite(other.former);
    await manage('POST', `/organizations/${organization.id}/users`, { userIds: [id] });
    await importFile(
      `E-Mail;Name;Phone\n${person.primaryEmail};${person.name};\n${other.former};${person.name};none\n`,
    );
    await failToSignIn();
    await manage('POST', '/users/jobs', {
      kind: 'suspend',
      filter: { search: person.name },
      userIds: [id],
    }).catch(() => undefined);
    await app.app.services.jobs.runDue();
    await app.app.services.audit.flush();
    await app.app.services.linker.link();
    return id;
  };

  /** Another account of the same person, from their company. */
  const createColleague = async () => {
    const { step } = await visit(app, 'SignIn');
    const verificationId = await prove(step, enterprise, {
      sub: other.enterpriseId,
      name: other.enterpriseName,
      email: other.enterpriseEmail,
      email_verified: true,
    });
    await step('PUT', '/experience/interaction-event', { interactionEvent: 'Register' });
    const made = await step('POST', '/experience/identification', { verificationId });
    expect(made.status, made.text).toBe(201);
    await step('POST', '/experience/submit');
    const [user] = await manage('GET', `/users?search.primaryEmail=${other.enterpriseEmail}`);
    return user.id as string;
  };

  test('nothing is left of them in a dump or in any file', async () => {
    const ids = [await createPerson(), await createColleague()];
    await app.app.services.jobs.runDue();
    await app.app.services.audit.flush();
    await app.app.services.linker.link();
    expect(received.join()).toContain(other.socialName);
    // The planner may have looked at them.
    await app.database.system(db => sql`analyze`.execute(db));
    const before = tracesIn(await storedFiles(app), traces);
    expect(before.length).toBeGreaterThan(0);

    for (const id of ids) await manage('POST', `/users/${id}/erase`);

    expect(tracesIn(await storedFiles(app), traces)).toEqual([]);
    const inFiles = async () => tracesIn(await vacuumedFiles(app), traces);
    await expect.poll(inFiles, { timeout: 90_000, interval: 2000 }).toEqual([]);
  });
});

import { generateId } from '@gatehouse/contract/ids.ts';
import type { Write } from '../../database/database.ts';
import { testVault } from '../../database/testing/open.ts';
import { testOrigin } from '../../database/testing/tenants.ts';
import type { TestApp } from '../../http/testing/app.ts';
import { recipientMark } from '../../messages/queue.ts';

/** In each of these places stands something by which its reader could pass as the user. */
export const secretMark = 'PLANTED-SECRET';
const email = 'planted@example.com';
const soon = () => Date.now() + 60 * 60 * 1000;

/** Puts something about a user into every table that names people, with a mark in every secret column. */
export const plantEverywhere = async (app: TestApp, userId: string) => {
  const { manage } = app;
  const { body: hook } = await manage('POST', '/hooks', {
    name: 'Planted',
    events: ['User.Data.Updated'],
    config: { url: `${app.env.ENDPOINT}/nowhere` },
  });
  const { body: organization } = await manage('POST', '/organizations', { name: 'Planted organization' });
  const { body: role } = await manage('POST', '/roles', { name: 'Planted', description: 'Planted role' });
  await manage('POST', `/users/${userId}/roles`, { roleIds: [role.id] });
  await manage('PATCH', `/users/${userId}`, { primaryEmail: email, isEmailVerified: true });
  await manage('POST', `/users/${userId}/personal-access-tokens`, { name: 'Planted token' });
  await manage('POST', '/subject-tokens', { userId });
  await manage('POST', '/one-time-tokens', { email });
  for (const invitee of [email, 'somebody-else@example.com'])
    await manage('POST', '/organization-invitations', {
      organizationId: organization.id,
      invitee,
      expiresAt: soon(),
      inviterId: invitee === email ? undefined : userId,
    });
  await manage('POST', `/organizations/${organization.id}/users`, { userIds: [userId] });
  await manage('POST', '/users/jobs', { kind: 'reactivate', userIds: [userId] });
  await app.app.services.jobs.runDue();
  const { body: application } = await manage('POST', '/applications', { name: 'Planted', type: 'SPA' });
  const planted: Planted = { userId, applicationId: application.id, organizationId: organization.id };
  await app.database.tenant('default').write(testOrigin, async tx => {
    await plantCredentials(tx, planted);
    await plantOutsideAccounts(tx, planted);
    await plantAccess(tx, planted);
    await plantProtocolState(tx, planted);
    await plantMessages(tx, app);
    await markTokens(tx, planted);
  });
  // A failed attempt, and a delivery that is written down.
  await manage('PATCH', `/users/${userId}`, { name: 'Planted person' });
  await manage('POST', `/users/${userId}/password/verify`, { password: 'wrong' });
  await app.app.services.jobs.runDue();
  await app.app.services.audit.flush();
  await manage('PATCH', `/hooks/${hook.id}`, { enabled: false });
};

type Planted = { userId: string; applicationId: string; organizationId: string };

/** Factors, and an account at a social provider. */
const plantCredentials = async (tx: Write, { userId }: Planted) => {
  await tx.db
    .updateTable('users')
    .set({
      mfaVerifications: [
        { id: 'totp', type: 'Totp', createdAt: new Date().toISOString(), key: secretMark },
        {
          id: 'passkey',
          type: 'WebAuthn',
          createdAt: new Date().toISOString(),
          name: 'Planted passkey',
          agent: 'Browser',
          credentialId: secretMark,
          publicKey: secretMark,
        },
        {
          id: 'codes',
          type: 'BackupCode',
          createdAt: new Date().toISOString(),
          codes: [{ code: secretMark }],
        },
      ],
      identities: { mock: { userId: 'planted-at-provider', details: { name: 'Planted' } } },
    })
    .where('id', '=', userId)
    .execute();
};

/** An enterprise account, and the tokens that a provider gave. */
const plantOutsideAccounts = async (tx: Write, { userId }: Planted) => {
  await tx.insert('ssoConnectors', {
    id: 'planted',
    providerName: 'OIDC',
    connectorName: 'Planted',
    config: secretMark,
    signingKey: secretMark,
  });
  await tx.insert('userSsoIdentities', {
    id: generateId(),
    userId,
    issuer: 'https://idp.example',
    identityId: 'planted-at-company',
    ssoConnectorId: 'planted',
  });
  await tx.insert('secrets', {
    id: generateId(),
    userId,
    value: secretMark,
    target: 'mock',
    identityId: 'planted-at-provider',
    metadata: { scope: 'email', hasRefreshToken: true },
  });
};

/** Access, history, and billing data of the user. */
const plantAccess = async (tx: Write, { userId, applicationId, organizationId }: Planted) => {
  await tx.insert('applicationAccessUsers', { applicationId, userId });
  await tx.insert('applicationConsentOrganizations', {
    applicationId,
    userId,
    organizationId,
  });
  await tx.db
    .insertInto('signInPlaces')
    .values([
      { userId, kind: 'device', value: secretMark },
      { userId, kind: 'country', value: 'DE' },
    ])
    .execute();
  await tx.db
    .insertInto('checkoutSessions')
    .values({
      id: generateId(),
      userId,
      skuId: 'pro',
      payingTenantId: 'default',
      newTenant: null,
      redirectUri: 'https://pay.example',
      successUrl: 'https://pay.example/done',
      cancelUrl: 'https://pay.example/back',
    })
    .execute();
};

/** Protocol state that sign-ins leave behind. */
const plantProtocolState = async (tx: Write, { userId, applicationId }: Planted) => {
  for (const modelName of ['RefreshToken', 'AuthorizationCode', 'Grant', 'Session'])
    await tx.db
      .insertInto('oidcModelInstances')
      .values({
        modelName,
        id: `${secretMark}-${generateId()}`.slice(0, 21),
        payload: {
          accountId: userId,
          jti: secretMark,
          clientId: applicationId,
          uid: 'planted',
          secret: secretMark,
        },
        expiresAt: soon(),
      })
      .execute();
  await tx.db
    .insertInto('passcodes')
    .values({
      id: generateId(),
      codeHash: secretMark,
      identifierType: 'email',
      identifierValue: email,
      templateType: 'SignIn',
      expiresAt: soon(),
    })
    .execute();
  await tx.db
    .insertInto('verificationRecords')
    .values({
      id: generateId(),
      userId,
      type: 'Social',
      data: { tokens: secretMark, challenge: secretMark },
      expiresAt: soon(),
    })
    .execute();
};

const plantMessages = async (tx: Write, app: TestApp) => {
  for (const recipient of [email, recipientMark(app.vault, email), 'somebody-else@example.com'])
    await tx.db
      .insertInto('messages')
      .values({
        channel: 'Email',
        recipient,
        templateType: 'SignIn',
        payload: testVault.seal(JSON.stringify({ code: secretMark })),
      })
      .execute();
};

const markTokens = async (tx: Write, { userId }: Planted) => {
  await tx.db
    .updateTable('subjectTokens')
    .set({ tokenHash: secretMark })
    .where('userId', '=', userId)
    .execute();
  await tx.db
    .updateTable('personalAccessTokens')
    .set({ value: secretMark, valueHash: secretMark })
    .where('userId', '=', userId)
    .execute();
  await tx.db.updateTable('oneTimeTokens').set({ token: secretMark, tokenHash: secretMark }).execute();
};

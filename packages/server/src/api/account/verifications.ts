import type { verifications as rows } from '@gatehouse/contract/account-verifications.ts';
import { beginSocial, finishSocial } from '../../connectors/social-session.ts';
import { signerOf } from '../../domain/connector-signer.ts';
import {
  proveByBackupCode,
  proveByCode,
  proveByPassword,
  proveByTotp,
  sendOwnCode,
} from '../../domain/own-proofs.ts';
import { provePasskey } from '../../domain/second-factors.ts';
import { requireAllowed } from '../../domain/sign-in/allowed-addresses.ts';
import { findUser } from '../../domain/users.ts';
import {
  createRecord,
  findRecord,
  markVerified,
  type PasskeyData,
  type SocialData,
} from '../../domain/verification-records.ts';
import {
  describeAuthentication,
  describeRegistration,
  passkeysOf,
  readAuthentication,
  readRegistration,
} from '../../domain/web-authn.ts';
import { isSameAddress } from '../../email-addresses.ts';
import { localeOf } from '../../http/errors.ts';
import { ownTransactions } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { requireSocialConnector } from '../link-identity.ts';
import type { AccountContext } from './open-account.ts';

/** Direct: hashing a password must not hold a transaction. */
export const verifications = ownTransactions<typeof rows>({
  createPassword: async context => proveByPassword(context, await userOf(context), context.body.password),

  async sendCode(context) {
    const { identifier, templateType } = context.body;
    const user = await userOf(context);
    const isNew = !isSameAddress(identifier.value, user.primaryEmail);
    if (isNew) await requireAllowed(context.tenant, identifier);
    return sendOwnCode(context, user, {
      identifier,
      ownTemplate: templateType,
      locale: localeOf(context.request),
    });
  },

  async verifyCode(context) {
    const { verificationId: id, identifier, code } = context.body;
    await requireRecord(context, id, 'VerificationCode');
    await proveByCode(context, { id, identifier, code });
    return { verificationRecordId: id };
  },

  verifyTotp: async context => proveByTotp(context, await userOf(context), context.body.code),

  verifyBackupCode: async context => proveByBackupCode(context, await userOf(context), context.body.code),

  async askForPasskey(context) {
    const { tenant, origin } = context;
    const user = await userOf(context);
    const known = passkeysOf(user);
    if (known.length === 0) throw new RequestError('session.mfa.webauthn_verification_not_found');
    const authenticationOptions = await describeAuthentication(tenant, known, 'sign-in');
    const { challenge } = authenticationOptions;
    const record = await tenant.database.write(origin, tx =>
      createRecord(tx.db, { userId: user.id, type: 'Passkey', isVerified: false, data: { challenge } }),
    );
    return { ...record, authenticationOptions: { ...authenticationOptions } };
  },

  async verifyOwnPasskey(context) {
    const { tenant, origin, services, body } = context;
    const record = await requireRecord(context, body.verificationRecordId, 'Passkey');
    const user = await userOf(context);
    const { challenge } = record.data as PasskeyData;
    const attempt = { payload: body.payload, challenge };
    const used = await readAuthentication(tenant, passkeysOf(user), attempt, 'sign-in');
    const isRight = await provePasskey({ tenant, origin, vault: services.vault }, user.id, used);
    if (!isRight) throw new RequestError('session.mfa.webauthn_verification_failed');
    await tenant.database.write(origin, tx => markVerified(tx.db, record.id));
    return { verificationRecordId: record.id };
  },

  async beginSocial(context) {
    const { tenant, origin, services, caller, body } = context;
    const { connectorId, scope, ...request } = body;
    const connector = await requireSocialConnector(context, connectorId);
    const session = { owner: ownerOf(caller), ...request };
    const authorizationUri = new URL(await beginSocial(services, connector, session));
    if (scope) authorizationUri.searchParams.set('scope', scope);
    const record = await tenant.database.write(origin, tx =>
      createRecord(tx.db, {
        userId: caller.id,
        type: 'Social',
        isVerified: false,
        data: { connectorId, target: connector.target, ...request },
      }),
    );
    return { ...record, authorizationUri: authorizationUri.href };
  },

  async verifySocial(context) {
    const { tenant, origin, services, caller, body } = context;
    const record = await requireRecord(context, body.verificationRecordId, 'Social');
    const begun = record.data as SocialData;
    if ((body.connectorData.state ?? begun.state) !== begun.state)
      throw new RequestError('session.csrf_token_mismatch');
    const connector = await requireSocialConnector(context, begun.connectorId);
    const session = { owner: ownerOf(caller), state: begun.state, redirectUri: begun.redirectUri };
    const dependencies = { ...services, sign: signerOf(tenant) };
    const { tokens, ...account } = await finishSocial(dependencies, connector, session, body.connectorData);
    const sealed = tokens ? { tokens: services.vault.seal(JSON.stringify(tokens)) } : {};
    await tenant.database.write(origin, tx =>
      markVerified(tx.db, record.id, { ...begun, account, ...sealed }),
    );
    return { verificationRecordId: record.id };
  },

  async createPasskey(context) {
    const { tenant, origin } = context;
    const user = await userOf(context);
    const registrationOptions = await describeRegistration(tenant, user);
    const { challenge } = registrationOptions;
    const record = await tenant.database.write(origin, tx =>
      createRecord(tx.db, { userId: user.id, type: 'WebAuthn', isVerified: false, data: { challenge } }),
    );
    return { ...record, registrationOptions: { ...registrationOptions } };
  },

  async verifyPasskey(context) {
    const { tenant, origin, request, body } = context;
    const record = await requireRecord(context, body.verificationRecordId, 'WebAuthn');
    const { challenge } = record.data as PasskeyData;
    const factor = await readRegistration(tenant, {
      payload: body.payload,
      challenge,
      agent: request.headers['user-agent'] ?? '',
    });
    if (!factor) throw new RequestError('session.mfa.webauthn_verification_failed');
    await tenant.database.write(origin, tx => markVerified(tx.db, record.id, { challenge, factor }));
    return { verificationRecordId: record.id };
  },
});

/** Verifications are bound to the user who started them. */
const ownerOf = ({ id }: AccountContext['caller']) => `account ${id}`;

const userOf = ({ tenant, caller }: AccountContext) => tenant.database.read(db => findUser(db, caller.id));

/** Finds a verification record that is still pending. A verified record cannot be verified again. */
const requireRecord = async (
  { tenant, caller }: AccountContext,
  id: string,
  type: 'VerificationCode' | 'Passkey' | 'WebAuthn' | 'Social',
) => {
  const record = await tenant.database.read(db => findRecord(db, caller.id, id));
  if (record?.type !== type || record.isVerified) throw new RequestError('verification_record.not_found');
  return record;
};

import type { experienceFactors as rows } from '@gatehouse/contract/experience-verifications.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import type { MfaFactor, MfaVerification } from '@gatehouse/contract/mfa.ts';
import { generateBackupCodes } from '../../domain/backup-codes.ts';
import {
  createBackupCodes,
  createTotp,
  openFactors,
  sealFactors,
  totpQrCode,
} from '../../domain/mfa-factors.ts';
import { type CodeIdentifier, checkPasscode, sendPasscode } from '../../domain/passcodes.ts';
import { proveBackupCode, proveTotp, useTotp } from '../../domain/second-factors.ts';
import type { UserRow } from '../../domain/user-row.ts';
import { localeOf } from '../../http/errors.ts';
import { ownTransactions } from '../../http/implement.ts';
import type { Verification } from '../../oidc/interaction-state.ts';
import { RequestError } from '../../request-error.ts';
import {
  findVerification,
  note,
  openStep,
  organizationOf,
  remember,
  requireUser,
  type Step,
  uiLocalesOf,
} from './step.ts';
import type { StepContext } from './step-context.ts';

/** Second factors: proven by who has them, prepared by who sets them up. */
export const factors = ownTransactions<typeof rows>({
  async sendMfaCode(context) {
    const { body, tenant, origin, services, request } = context;
    const { step, user, event } = await openFactorStep(context);
    const type = mfaCodeTypes[body.identifierType];
    await requireEnabled(context, codeFactors[body.identifierType]);
    const identifier = identifierOf(user, body.identifierType);
    const id = await sendPasscode(
      { tenant, origin, vault: services.vault },
      {
        identifier,
        templateType: 'MfaVerification',
        senderId: user.id,
        locale: localeOf(request),
        uiLocales: uiLocalesOf(step.interaction),
        applicationId: step.interaction.clientId,
        organizationId: organizationOf(step.interaction),
      },
    );
    note(context, step.interaction, `Interaction.${event}.Verification.${type}.Create`, { userId: user.id });
    return remember(step, { id, type, isVerified: false, userId: user.id, sentAt: Date.now() });
  },

  async verifyMfaCode(context) {
    const { body, tenant, origin } = context;
    const { step, user, event } = await openFactorStep(context);
    const verification = findVerification(step.state, body.verificationId);
    const type = mfaCodeTypes[body.identifierType];
    if (verification.type !== type) throw new RequestError('session.verification_session_not_found');
    const identifier = identifierOf(user, body.identifierType);
    await checkPasscode({ tenant, origin }, { id: verification.id, identifier, code: body.code });
    note(context, step.interaction, `Interaction.${event}.Verification.${type}.Submit`, { userId: user.id });
    return remember(step, { ...verification, isVerified: true });
  },

  async createTotpSecret(context) {
    const { tenant, services } = context;
    const { step, user, event } = await openFactorStep(context);
    const prepared = preparedFactor(context, step, user, 'Totp');
    const totp = prepared?.factor ?? createTotp();
    const id = prepared?.id ?? generateId();
    const [factor] = sealFactors([totp], services.vault);
    await remember(step, { id, type: 'Totp', isVerified: false, userId: user.id, factor });
    note(context, step.interaction, `Interaction.${event}.Verification.Totp.Create`, { userId: user.id });
    const secretQrCode = await totpQrCode(tenant, user, totp.key);
    return { verificationId: id, secret: totp.key, secretQrCode };
  },

  async verifyTotp(context) {
    const { body, tenant, origin, services } = context;
    const { vault } = services;
    const { step, user, event } = await openFactorStep(context);
    const verification = body.verificationId && findVerification(step.state, body.verificationId);
    if (verification && (verification.type !== 'Totp' || !verification.factor))
      throw new RequestError('session.verification_session_not_found');
    const prepared = verification ? [verification.factor!] : [];
    const used = openFactors({ ...user, mfaVerifications: prepared }, vault).flatMap(
      factor => (factor.type === 'Totp' && useTotp(factor, body.code)) || [],
    );
    const isRight = verification
      ? used.length > 0
      : await proveTotp({ tenant, origin, vault }, user.id, body.code);
    if (!isRight) throw new RequestError('session.mfa.invalid_totp_code');
    note(context, step.interaction, `Interaction.${event}.Verification.Totp.Submit`, { userId: user.id });
    const [factor] = sealFactors(used, vault);
    if (verification) return remember(step, { ...verification, isVerified: true, factor });
    return remember(step, { id: generateId(), type: 'Totp', isVerified: true, userId: user.id });
  },

  async generateBackupCodes(context) {
    const { step, user, event } = await openFactorStep(context);
    const prepared = preparedFactor(context, step, user, 'BackupCode');
    const backup = prepared?.factor ?? createBackupCodes(generateBackupCodes());
    const id = prepared?.id ?? generateId();
    const [factor] = sealFactors([backup], context.services.vault);
    // Seeing them is all that there is to prove.
    await remember(step, { id, type: 'BackupCode', isVerified: true, userId: user.id, factor });
    note(context, step.interaction, `Interaction.${event}.Verification.BackupCode.Create`, {
      userId: user.id,
    });
    return { verificationId: id, codes: backup.codes.map(({ code }) => code) };
  },

  async verifyBackupCode(context) {
    const { body, tenant, origin, services } = context;
    const { step, user, event } = await openFactorStep(context);
    const isRight = await proveBackupCode({ tenant, origin, vault: services.vault }, user.id, body.code);
    if (!isRight) throw new RequestError('session.mfa.invalid_backup_code');
    note(context, step.interaction, `Interaction.${event}.Verification.BackupCode.Submit`, {
      userId: user.id,
    });
    return remember(step, { id: generateId(), type: 'BackupCode', isVerified: true, userId: user.id });
  },
});

/** After a reload, the page shows what was already scanned or saved. */
const preparedFactor = <Type extends 'Totp' | 'BackupCode'>(
  { services }: StepContext,
  { state }: Step,
  user: UserRow,
  type: Type,
) => {
  const verification = state.verifications.find(
    (known): known is Extract<Verification, { type: 'Totp' | 'BackupCode' }> =>
      known.type === type && known.userId === user.id,
  );
  if (!verification?.factor) return undefined;
  const [factor] = openFactors({ ...user, mfaVerifications: [verification.factor] }, services.vault);
  return factor?.type === type
    ? { id: verification.id, factor: factor as Extract<MfaVerification, { type: Type }> }
    : undefined;
};

const mfaCodeTypes = { email: 'MfaEmailVerificationCode', phone: 'MfaPhoneVerificationCode' } as const;
const codeFactors = { email: 'EmailVerificationCode', phone: 'PhoneVerificationCode' } as const;

/** Factors require a user who signs in or has just registered. */
export const openFactorStep = async (context: StepContext) => {
  const step = await openStep(context);
  const { event } = step.state;
  if (event === 'ForgotPassword') throw new RequestError('session.mfa.mfa_sign_in_only');
  return { step, event, user: await requireUser(context, step) };
};

export const requireEnabled = async ({ tenant }: StepContext, factor: MfaFactor) => {
  const { mfa } = await tenant.cached.signInExperience();
  if (!mfa.factors.includes(factor)) throw new RequestError('session.mfa.mfa_factor_not_enabled');
};

/** A passkey is made to sign in with, or as second factor. */
export const requirePasskeys = async (context: StepContext) => {
  const { passkeySignIn } = await context.tenant.cached.signInExperience();
  if (!passkeySignIn.enabled) await requireEnabled(context, 'WebAuthn');
};

const identifierOf = (
  { primaryEmail, primaryPhone }: UserRow,
  type: CodeIdentifier['type'],
): CodeIdentifier => {
  const value = type === 'email' ? primaryEmail : primaryPhone;
  if (value === null) throw new RequestError('session.identifier_not_found');
  return { type, value };
};

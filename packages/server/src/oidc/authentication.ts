import { acrOf, isAcr, strongest } from '@gatehouse/contract/authentication-levels.ts';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { type FactorSituation, isCode, usableFactors } from '../domain/sign-in/held-factors.ts';
import { factorMethods, firstMethods } from '../domain/sign-in/methods.ts';
import type { SignInConfiguration } from '../domain/sign-in/situation.ts';
import type { ExperienceState, Verification } from './interaction-state.ts';

type Situation = { mfa: SignInConfiguration['mfa']; user?: FactorSituation['user'] };

/** The authentication methods used in an interaction, plus those of the session it continues. */
export const amrOf = (state: ExperienceState, situation: Situation): string[] => {
  const { proof, newFactors = [], steppedUpFrom } = state;
  const { user } = situation;
  const first = steppedUpFrom?.amr ?? (proof && firstMethods[proof.type]) ?? [];
  const proven = countedProofs(state, situation);
  // Setting a factor up shows that it works, and counts for a user who had none or has proven one. Backup codes are only shown.
  const hasFactor = user?.factors.some(factor => !isCode(factor)) ?? false;
  const isOwner = !hasFactor || proof?.type === 'SignInPasskey' || proven.length > 0;
  const settled = newFactors.filter(({ type }) => isOwner && type !== 'BackupCode');
  const second = [...proven, ...settled].flatMap(({ type }) => factorMethods[type] ?? []);
  return [...new Set([...first, ...second, ...(second.length ? ['mfa'] : [])])];
};

/** A code by email or SMS counts only for a user who may use it: holding a stronger factor rules it out. */
const countedProofs = (
  { proof, verifications, steppedUpFrom, userId }: ExperienceState,
  { mfa, user }: Situation,
) => {
  const usable = usableFactors(mfa, { user, proof, sessionAmr: steppedUpFrom?.amr });
  return verifications.filter(verification =>
    provenFactor(verification, userId).some(factor => !isCode(factor) || usable.includes(factor)),
  );
};

/**
 * When the user last proved something in this interaction. A page can be left open for an hour, and a session that is
 * continued proves nothing.
 */
export const lastProofAt = (state: ExperienceState, situation: Situation) => {
  const { steppedUpFrom, proof, identifiedAt = Date.now() } = state;
  const times = countedProofs(state, situation).map(({ at = 0 }) => at);
  return Math.max(steppedUpFrom && !proof ? 0 : identifiedAt, ...times);
};

/**
 * The time of a sign-in, in seconds: that of its last proof, whenever it ended. A session that is continued keeps its time: one
 * more factor does not make it younger.
 */
export const provenAt = (state: ExperienceState, situation: Situation) =>
  state.steppedUpFrom?.signedInAt ?? Math.floor(lastProofAt(state, situation) / 1000);

const factorOf = {
  Totp: 'Totp',
  WebAuthn: 'WebAuthn',
  BackupCode: 'BackupCode',
  MfaEmailVerificationCode: 'EmailVerificationCode',
  MfaPhoneVerificationCode: 'PhoneVerificationCode',
} as const;

/** A factor that is being set up proves nothing yet. */
export const provenFactor = (verification: Verification, userId: string | undefined) => {
  if (!('userId' in verification) || verification.type === 'Password') return [];
  if (verification.type === 'SignInPasskey') return [];
  const isBinding = 'factor' in verification && verification.factor !== undefined;
  const isMine = verification.userId === userId;
  return verification.isVerified && isMine && !isBinding ? [factorOf[verification.type]] : [];
};

/** The authentication behind the token being issued, or behind the session. Undefined for an exchanged token. */
export const authenticationOf = ({ oidc }: KoaContextWithOIDC) => {
  const { RefreshToken, AuthorizationCode, DeviceCode } = oidc.entities;
  const source = RefreshToken ?? AuthorizationCode ?? DeviceCode;
  const isTokenRequest = oidc.route === 'token';
  if (!source) return isTokenRequest ? undefined : sessionAuthentication(oidc.session);
  return { acr: acrFrom(source), amr: source.amr, authTime: source.authTime };
};

const sessionAuthentication = (session: KoaContextWithOIDC['oidc']['session']) =>
  session?.accountId ? { acr: acrFrom(session), amr: session.amr, authTime: session.loginTs } : undefined;

/** Sessions from before there were levels know their methods, and so do tokens of clients that asked for a lower one. */
const acrFrom = ({ acr, amr }: { acr?: string; amr?: string[] }) =>
  strongest([...(isAcr(acr) ? [acr] : []), acrOf(amr ?? [])]);

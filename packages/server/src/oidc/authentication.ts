import { acrOf, isAcr, strongest } from '@gatehouse/contract/authentication-levels.ts';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { ExperienceState, Verification } from './interactions.ts';

/** The methods of RFC 8176. Keys are called software keys: we ask for no attestation, and claim no more than we know. */
const methodsOf: Readonly<Partial<Record<Verification['type'], readonly string[]>>> = {
  Password: ['pwd'],
  NewPasswordIdentity: ['pwd'],
  EmailVerificationCode: ['otp'],
  OneTimeToken: ['otp'],
  PhoneVerificationCode: ['sms'],
  Social: ['fed'],
  EnterpriseSso: ['fed'],
  SignInPasskey: ['pop', 'swk', 'user', 'mfa'],
};

const factorMethods: Readonly<Partial<Record<Verification['type'], readonly string[]>>> = {
  Totp: ['otp'],
  BackupCode: ['otp'],
  MfaEmailVerificationCode: ['otp'],
  MfaPhoneVerificationCode: ['sms'],
  WebAuthn: ['pop', 'swk', 'user'],
};

/** How a user was authenticated in an interaction, and before it where that goes on from a session. */
export const amrOf = (
  { proof, verifications, newFactors = [], steppedUpFrom }: ExperienceState,
  { hasFactor }: { hasFactor: boolean },
): string[] => {
  const first = steppedUpFrom?.amr ?? (proof && methodsOf[proof.type]) ?? [];
  const proven = verifications.filter(
    verification => verification.isVerified && !('factor' in verification && verification.factor),
  );
  // Setting a factor up shows that it works, and counts for a user who had none or has proven one. Backup codes are only shown.
  const isOwner =
    !hasFactor || proof?.type === 'SignInPasskey' || proven.some(({ type }) => factorMethods[type]);
  const settled = newFactors.filter(({ type }) => isOwner && type !== 'BackupCode');
  const second = [...proven, ...settled].flatMap(({ type }) => factorMethods[type] ?? []);
  return [...new Set([...first, ...second, ...(second.length ? ['mfa'] : [])])];
};

/** What stands behind the token that is being made, or the session: nothing where a token was only exchanged. */
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

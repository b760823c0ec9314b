import {
  type Acr,
  acrOf,
  acrValues,
  isAcr,
  reaches,
  singleFactorAcr,
  strongest,
} from '@gatehouse/contract/authentication-levels.ts';

const standard = 'urn:oasis:names:tc:SAML:2.0:ac:classes';
const password = `${standard}:PasswordProtectedTransport`;
const unspecified = `${standard}:unspecified`;

/**
 * The level that each class asks for. Those of passwords ask for any sign-in: many libraries name them without being told
 * to, and would shut out users with passkeys.
 */
const levels: Readonly<Record<string, Acr>> = {
  [unspecified]: acrValues[0],
  [password]: acrValues[0],
  [`${standard}:Password`]: acrValues[0],
  'urn:federation:authentication:windows': acrValues[0],
  'https://refeds.org/profile/sfa': acrValues[0],
  [`${standard}:TimeSyncToken`]: acrValues[1],
  [`${standard}:MobileTwoFactorContract`]: acrValues[1],
  [`${standard}:MobileTwoFactorUnregistered`]: acrValues[1],
  'https://refeds.org/profile/mfa': acrValues[1],
  'http://schemas.microsoft.com/claims/multipleauthn': acrValues[1],
  ...Object.fromEntries(acrValues.map(acr => [acr, acr])),
};

export const comparisons = ['exact', 'minimum', 'maximum', 'better'] as const;

/** The authentication strength that a service provider requests (SAML core, section 3.3.2.2.1). */
export type RequestedContext = { comparison: (typeof comparisons)[number]; classes: string[] };

/** The level that a sign-in must reach; undefined where no sign-in of ours can. */
export const levelFor = ({ comparison, classes }: RequestedContext): Acr | undefined => {
  const asked = classes.flatMap(name => levels[name] ?? []).map(level => acrValues.indexOf(level));
  if (asked.length === 0) return undefined;
  // Each of those named will do, so the weakest is what it takes.
  if (comparison === 'better') return acrValues[Math.max(...asked) + 1];
  return comparison === 'maximum' ? singleFactorAcr : acrValues[Math.min(...asked)];
};

type Behind = { acr?: string; amr?: string[] };

export const levelOf = ({ acr, amr = [] }: Behind) =>
  strongest([...(isAcr(acr) ? [acr] : []), acrOf(amr)]) ?? singleFactorAcr;

/** The context class in the assertion: the requested class if the sign-in reached it. */
export const classOf = (behind: Behind, requested: RequestedContext | undefined): string => {
  const reached = levelOf(behind);
  const met = requested?.classes.find(name => {
    const level = levels[name];
    return level && level !== singleFactorAcr && reaches(reached, level);
  });
  return met ?? (behind.amr?.includes('pwd') ? password : unspecified);
};

import { hourMs } from '@gatehouse/contract/duration.ts';
import { generateState } from '@gatehouse/contract/ids.ts';
import { z } from 'zod';
import type { Vault } from '../database/vault.ts';
import type { Tenant } from '../domain/tenant.ts';
import { printCookie, readCookie } from '../http/cookie-names.ts';
import { RequestError } from '../request-error.ts';
import { comparisons } from './requested-context.ts';

const lifetimeMs = hourMs;
const cookieName = (state: string) => `_saml_${state}`;

/** The request of a service provider, sealed in a cookie while the user signs in. */
const keptRequest = z.object({
  applicationId: z.string(),
  /** Missing where the sign-in began here. */
  requestId: z.string().optional(),
  relayState: z.string(),
  /** The address of the response if it is not the default one. */
  acsUrl: z.string().optional(),
  /** Seconds: a sign-in from before this does not count. */
  signedInSince: z.number().optional(),
  isPassive: z.boolean().optional(),
  context: z.object({ comparison: z.enum(comparisons), classes: z.array(z.string()) }).optional(),
  expiresAt: z.number(),
});
export type KeptRequest = z.infer<typeof keptRequest>;

export const keepRequest = (tenant: Tenant, vault: Vault, asked: Omit<KeptRequest, 'expiresAt'>) => {
  const state = generateState(24);
  const kept: KeptRequest = { ...asked, expiresAt: Date.now() + lifetimeMs };
  const sealed = vault.seal(JSON.stringify(kept));
  return { state, cookie: printCookie(tenant, cookieName(state), sealed, lifetimeMs / 1000) };
};

export const forgetRequest = (tenant: Tenant, state: string) => printCookie(tenant, cookieName(state), '', 0);

export const readKeptRequest = (
  tenant: Tenant,
  cookies: string | undefined,
  vault: Vault,
  state: string,
): KeptRequest => {
  if (!/^\w{1,64}$/.test(state)) throw new RequestError('application.saml.state_mismatch');
  const found = readCookie(cookies, tenant, cookieName(state));
  if (!found) throw new RequestError('application.saml.sp_initiated_saml_sso_session_not_found_in_cookies');
  try {
    const kept = keptRequest.parse(JSON.parse(vault.open(found)));
    if (kept.expiresAt > Date.now()) return kept;
  } catch (error) {
    throw new RequestError('application.saml.sp_initiated_saml_sso_session_not_found', { cause: error });
  }
  throw new RequestError('application.saml.sp_initiated_saml_sso_session_not_found');
};

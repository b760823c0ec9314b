import type { CaptchaConfig } from '@gatehouse/contract/captcha.ts';
import type { PublicSignInExperience } from '@gatehouse/contract/well-known.ts';
import type { Vault } from '../database/vault.ts';
import type { Environment } from '../env.ts';
import type { Logger } from '../log.ts';
import type { SignInContext } from './sign-in/situation.ts';
import type { Tenant } from './tenant.ts';

const timeoutMs = 5000;
/** Below this score the provider considers the visitor a bot. */
const leastScore = 0.5;

/** Verifies a token with the CAPTCHA provider of the tenant. If the provider does not respond, the check fails. */
export const verifyCaptcha = async (
  { tenant, services }: { tenant: Tenant; services: { env: Environment; vault: Vault; logger: Logger } },
  token: string | undefined,
): Promise<SignInContext['captcha']> => {
  if (token === undefined) return 'absent';
  const { captchaPolicy, hasCaptchaProvider } = await tenant.cached.signInConfiguration();
  if (!captchaPolicy.enabled || !hasCaptchaProvider) return 'absent';
  const provider = await tenant.database.read(db =>
    db.selectFrom('captchaProviders').selectAll().executeTakeFirstOrThrow(),
  );
  const config = { ...provider.config, secretKey: services.vault.open(provider.secretKey) } as CaptchaConfig;
  const verify = config.type === 'Turnstile' ? verifyTurnstile : verifyRecaptcha;
  const isHuman = await verify(config as never, token, services.env.GATEHOUSE_CAPTCHA_VERIFY_URL).catch(
    error => {
      services.logger.warn({ err: error, tenantId: tenant.id }, 'the captcha provider did not answer');
      return false;
    },
  );
  return isHuman ? 'passed' : 'failed';
};

type PublicConfig = NonNullable<PublicSignInExperience['captchaConfig']>;

/** Google's own hosts: whatever else a tenant writes there must not run on the pages. */
const recaptchaHosts: readonly string[] = ['www.google.com', 'www.recaptcha.net', 'recaptcha.net'];

/** The provider's script, and the only places from where it may bring anything. */
export const captchaScript = ({ type, siteKey, domain = '', mode }: PublicConfig, address?: string) => {
  if (type === 'Turnstile') {
    const origin = address ?? 'https://challenges.cloudflare.com';
    return { url: `${origin}/turnstile/v0/api.js?render=explicit`, sources: [origin] };
  }
  const origin = address ?? `https://${recaptchaHosts.includes(domain) ? domain : recaptchaHosts[0]}`;
  const render = mode === 'checkbox' ? 'explicit' : siteKey;
  return {
    url: `${origin}/recaptcha/enterprise.js?${new URLSearchParams({ render })}`,
    sources: address ? [origin] : [`${origin}/recaptcha/`, 'https://www.gstatic.com/recaptcha/'],
  };
};

const verifyTurnstile = async (
  { secretKey }: CaptchaConfig & { type: 'Turnstile' },
  token: string,
  address = 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
): Promise<boolean> => {
  const answer = await post(address, new URLSearchParams({ secret: secretKey, response: token }));
  return answer.success === true;
};

const verifyRecaptcha = async (
  { secretKey, siteKey, projectId }: CaptchaConfig & { type: 'RecaptchaEnterprise' },
  token: string,
  address = `https://recaptchaenterprise.googleapis.com/v1/projects/${projectId}/assessments`,
): Promise<boolean> => {
  const url = `${address}?${new URLSearchParams({ key: secretKey })}`;
  const { tokenProperties, riskAnalysis } = await post(url, JSON.stringify({ event: { token, siteKey } }));
  return tokenProperties?.valid === true && (riskAnalysis?.score ?? 0) >= leastScore;
};

type Assessment = {
  success?: boolean;
  tokenProperties?: { valid?: boolean };
  riskAnalysis?: { score?: number };
};

const post = async (url: string, body: URLSearchParams | string): Promise<Assessment> => {
  const response = await fetch(url, {
    method: 'POST',
    body,
    signal: AbortSignal.timeout(timeoutMs),
    ...(typeof body === 'string' ? { headers: { 'content-type': 'application/json' } } : {}),
  });
  return (await response.json()) as Assessment;
};

import { promptSession, requestOf } from '../connectors/social-session.ts';
import type { Vault } from '../database/vault.ts';
import { captchaScript } from '../domain/captcha.ts';
import { oneTapScript } from '../domain/one-tap.ts';
import type { Tenant } from '../domain/tenant.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import type { FoundInteraction } from '../oidc/interactions.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';

export type ScriptOptions = { captchaScriptUrl?: string; addressOf: Outgoing['addressOf']; vault: Vault };

/**
 * The external scripts of a sign-in page, for CAPTCHA and One Tap, and the content security policy that allows them.
 */
export const createOutsideScripts = ({ captchaScriptUrl, addressOf, vault }: ScriptOptions) => {
  /** A credential from Google is valid only for the sign-in of the page that requested it. */
  const nonceOf = (connectorId: string, interactionId: string) =>
    requestOf(vault, connectorId, promptSession(interactionId)).nonce;

  return async (tenant: Tenant, { id, prompt, mustBeFresh }: FoundInteraction) => {
    const { captchaConfig, googleOneTap } = await tenant.cached.publicExperience({});
    const captcha = captchaConfig && captchaScript(captchaConfig, captchaScriptUrl);
    const isOffered = prompt.name === 'login' && googleOneTap && !(await mustBeFresh());
    const oneTap = isOffered ? oneTapScript(addressOf) : undefined;
    if (!captcha && !oneTap) return {};
    const sources = captcha?.sources ?? [];
    return {
      scripts: {
        ...(captcha ? { captcha: { ...captchaConfig, url: captcha.url } } : {}),
        ...(oneTap && googleOneTap
          ? { oneTap: { ...googleOneTap, url: oneTap.url, nonce: nonceOf(googleOneTap.connectorId, id) } }
          : {}),
      },
      policy: contentSecurityPolicy({
        script: [...sources, ...(oneTap ? [oneTap.sources.script] : [])],
        style: oneTap ? [oneTap.sources.style] : [],
        frame: [...sources, ...(oneTap ? [oneTap.sources.frame] : [])],
        connect: [...sources, ...(oneTap ? [oneTap.sources.frame] : [])],
      }),
    };
  };
};

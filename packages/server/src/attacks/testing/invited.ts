import { consoleApplicationId } from '@gatehouse/contract/dialect.ts';
import type { TestApp } from '../../http/testing/app.ts';
import { createBrowser } from '../../http/testing/browser.ts';

/** The browser of a user who opens an invitation link of the self-hosted console. */
export const openInvitation = async ({ env }: Pick<TestApp, 'env'>, link: string) => {
  const parts = new URLSearchParams(new URL(link).hash.slice(1));
  const [email, token] = [parts.get('login_hint') ?? '', parts.get('one_time_token') ?? ''];
  const browser = createBrowser();
  const origin = env.ADMIN_ENDPOINT;
  const query = new URLSearchParams({
    client_id: consoleApplicationId,
    redirect_uri: `${origin}/console/callback`,
    response_type: 'code',
    scope: 'openid',
    prompt: 'login consent',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    login_hint: email,
    ...(token ? { one_time_token: token } : {}),
  });
  await browser.follow(`${origin}/oidc/auth?${query}`, origin);
  const step = (method: string, path: string, body?: unknown) =>
    browser.experience(origin, method, path, body);
  const prove = async () => {
    await step('PUT', '/experience', { interactionEvent: 'SignIn' });
    return step('POST', '/experience/verification/one-time-token/verify', {
      identifier: { type: 'email', value: email },
      token,
    });
  };
  return {
    step,
    prove,
    /** Goes through the same steps as the sign-in pages and returns the status of the last one. */
    async register({ username, password }: { username: string; password: string }) {
      const { verificationId } = (await prove()).body;
      await step('POST', '/experience/identification', { verificationId });
      await step('PUT', '/experience/interaction-event', { interactionEvent: 'Register' });
      await step('POST', '/experience/identification', {});
      await step('POST', '/experience/profile', { type: 'username', value: username });
      await step('POST', '/experience/profile', { type: 'password', value: password });
      await step('POST', '/experience/identification', {});
      return (await step('POST', '/experience/submit', {})).status;
    },
  };
};

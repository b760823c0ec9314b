import { demoApplicationId } from '@gatehouse/contract/dialect.ts';
import { call, type TestApp } from '../../../http/testing/app.ts';
import { signIn } from '../../../http/testing/browser.ts';
import { visit } from '../../experience/testing/visit.ts';

export const password = 'correct horse battery';
const everything = 'openid profile email phone address custom_data identities urn:logto:scope:sessions';
/** The secret behind the challenge that visitors send (RFC 7636 appendix B). */
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

/** A user who has signed in to an application, and calls the account API with the token of that. */
export const enterAccount = async (
  app: TestApp,
  username: string,
  { scope = everything, ...fields }: Record<string, string> = {},
  clientId: string = demoApplicationId,
) => {
  const { body: user } = await app.manage('POST', '/users', { username, password, ...fields });
  const origin = app.env.ENDPOINT;
  const { browser } = await visit(app, undefined, { scope, client_id: clientId });
  let { address } = await browser.follow(await signIn(browser, origin, { username, password }), origin);
  if (address.includes('/consent?')) {
    const { body } = await browser.experience(origin, 'POST', '/interaction/consent', {});
    ({ address } = await browser.follow(body.redirectTo, origin));
  }
  const answer = await fetch(`${origin}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: `${origin}/demo-app`,
      code: new URL(address).searchParams.get('code') ?? '',
      code_verifier: verifier,
    }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const send = (method: string, path: string, body?: unknown, proof?: string) =>
    call(`${origin}/api${path}`, {
      method,
      body,
      token,
      headers: proof ? { 'gatehouse-verification-id': proof } : {},
    });
  const prove = async (): Promise<string> =>
    (await send('POST', '/verifications/password', { password })).body.verificationRecordId;
  return { user: user as { id: string }, browser, token, send, prove };
};

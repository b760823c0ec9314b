import type { CheckedMethod } from '@gatehouse/contract/sign-in-check.ts';
import { Secret, TOTP } from 'otpauth';
import type { TestApp } from '../../../http/testing/app.ts';
import { createAuthenticator } from '../../experience/testing/authenticator.ts';
import { proveByCode, type Step, visit } from '../../experience/testing/visit.ts';

const base = '/experience/verification';

export type Visitor = {
  method: CheckedMethod;
  username: string;
  email: string;
  password: string;
  applicationId?: string;
  /** The question that the visitor cannot answer. */
  stuckOn?: string;
  authenticator?: ReturnType<typeof createAuthenticator>;
  userId: string;
};

/** Signs in on the sign-in pages up to the application, and returns `in` or the error at which it stops. */
export const enter = async (app: TestApp, visitor: Visitor): Promise<string> => {
  const { applicationId } = visitor;
  const client: Record<string, string> = applicationId ? { client_id: applicationId } : {};
  const { step, browser } = await visit(app, undefined, { ...client, prompt: 'login' });
  const begun = await step('PUT', '/experience', { interactionEvent: 'SignIn' });
  if (begun.status !== 204) return begun.body.code;
  const proof = await prove(app, step, visitor);
  if ('refused' in proof) return proof.refused;
  const identified = await step('POST', '/experience/identification', proof);
  if (identified.status !== 204) return identified.body.code;
  const { status, body } = await submit(app, step, visitor);
  if (status !== 200) return body.code;
  const origin = app.env.ENDPOINT;
  const { address } = await browser.follow(body.redirectTo, origin);
  const { searchParams } = new URL(address);
  return searchParams.has('code') ? 'in' : (searchParams.get('error') ?? address);
};

const prove = async (
  app: TestApp,
  step: Step,
  { method, username, email, password, authenticator, userId }: Visitor,
): Promise<{ verificationId: string } | { refused: string }> => {
  const value = { username, email }[method.split('_')[0]!] ?? '';
  if (method === 'email_code')
    return { verificationId: await proveByCode(app, step, { type: 'email', value: email }) };
  if (method === 'passkey') {
    const path = `${base}/sign-in-passkey/authentication`;
    const { status, body } = await step('POST', path, { identifier: { type: 'username', value: username } });
    if (status !== 200) return { refused: body.code };
    const payload = authenticator!.authenticate(body.authenticationOptions, userId);
    const { verificationId } = body;
    const verified = await step('POST', `${path}/verify`, { verificationId, payload });
    return verified.status === 200 ? { verificationId } : { refused: verified.body.code };
  }
  const { status, body } = await step('POST', `${base}/password`, {
    identifier: { type: method.split('_')[0], value },
    password,
  });
  return status === 200 ? { verificationId: body.verificationId } : { refused: body.code };
};

/** Answers what it is asked, as far as the visitor can. */
const submit = async (app: TestApp, step: Step, { stuckOn }: Visitor) => {
  for (let questions = 0; ; questions += 1) {
    const answer = await step('POST', '/experience/submit');
    const { code, data } = answer.body;
    if (answer.status === 200 || code === stuckOn || questions > 5) return answer;
    if (code === 'user.missing_mfa') await setUp(app, step, data.availableFactors[0]);
    else if (code === 'user.suggest_mfa') await step('POST', '/experience/profile/mfa/mfa-skipped');
    else if (code === 'user.passkey_preferred') await step('POST', '/experience/profile/mfa/passkey-skipped');
    else return answer;
  }
};

const setUp = async ({ env }: TestApp, step: Step, type: 'Totp' | 'WebAuthn') => {
  const isTotp = type === 'Totp';
  const path = isTotp ? `${base}/totp` : `${base}/web-authn/registration`;
  const { body } = await step('POST', isTotp ? `${path}/secret` : path);
  const { verificationId } = body;
  const proof = isTotp
    ? { code: new TOTP({ secret: Secret.fromBase32(body.secret) }).generate() }
    : { payload: createAuthenticator(env.ENDPOINT).register(body.registrationOptions) };
  await step('POST', `${path}/verify`, { verificationId, ...proof });
  await step('POST', '/experience/profile/mfa', { type, verificationId });
};

/** The user adds a passkey on the way in, at a moment when passkeys are on. */
export const addPasskey = async (app: TestApp, { username, password }: Visitor) => {
  const { step } = await visit(app, 'SignIn', { prompt: 'login' });
  const identifier = { type: 'username', value: username };
  const { body: proof } = await step('POST', `${base}/password`, { identifier, password });
  await step('POST', '/experience/identification', { verificationId: proof.verificationId });
  const authenticator = createAuthenticator(app.env.ENDPOINT);
  const { body } = await step('POST', `${base}/web-authn/registration`);
  const { verificationId, registrationOptions } = body;
  const payload = authenticator.register(registrationOptions);
  await step('POST', `${base}/web-authn/registration/verify`, { verificationId, payload });
  await step('POST', '/experience/profile/mfa/passkey', { verificationId });
  await step('POST', '/experience/submit');
  return authenticator;
};

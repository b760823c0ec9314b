import { demoApplicationId } from '@gatehouse/contract/dialect.ts';
import { testOrigin } from '../../../database/testing/tenants.ts';
import type { TestApp } from '../../../http/testing/app.ts';
import { createBrowser } from '../../../http/testing/browser.ts';

/** A browser that stands on the sign-in page of the live preview, with the event begun when one is named. */
export const visit = async (
  { env }: Pick<TestApp, 'env'>,
  event?: 'SignIn' | 'Register' | 'ForgotPassword',
  parameters: Record<string, string> = {},
  browser = createBrowser(),
) => {
  const origin = env.ENDPOINT;
  const query = new URLSearchParams({
    client_id: demoApplicationId,
    redirect_uri: `${origin}/demo-app`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...parameters,
  });
  const page = await browser.follow(`${origin}/oidc/auth?${query}`, origin);
  const step = (method: string, path: string, body?: unknown) =>
    browser.experience(origin, method, path, body);
  if (event) await step('PUT', '/experience', { interactionEvent: event });
  return { browser, page, step };
};

export type Step = Awaited<ReturnType<typeof visit>>['step'];

/** Lets the tenant send codes to addresses and numbers; they are kept for the test to read. */
export const keepMessages = ({ database }: Pick<TestApp, 'database'>) =>
  database.tenant('default').write(testOrigin, async tx => {
    await tx.insert('connectors', { id: 'mail', connectorId: 'development-mailbox' });
    await tx.insert('connectors', { id: 'phone', connectorId: 'development-phone' });
  });

/** Users sign in and sign up by a code to their email address, and by a password if that is named. */
export const allowEmailCodes = async (app: Pick<TestApp, 'database' | 'manage'>, password = false) => {
  await keepMessages(app);
  await app.manage('PATCH', '/sign-in-exp', {
    signIn: {
      methods: [{ identifier: 'email', password, verificationCode: true, isPasswordPrimary: false }],
    },
    signUp: { identifiers: ['email'], password: false, verify: true },
  });
};

/** The code that was sent last to an address or a number, and what for. Notices come in between, in the background. */
export const readMessage = async ({ manage }: Pick<TestApp, 'manage'>, recipient: string) => {
  const { body } = await manage('GET', `/development-mailbox?${new URLSearchParams({ recipient })}`);
  const kept = body as { templateType: string; payload: { code?: string } }[];
  const message = kept.find(({ payload }) => payload.code);
  return { templateType: message?.templateType, code: message?.payload.code ?? '' };
};

type Identifier = { type: 'email' | 'phone'; value: string };

/** Asks for a code, reads it and gives it back. */
export const proveByCode = async (
  app: Pick<TestApp, 'manage'>,
  step: Step,
  identifier: Identifier,
  interactionEvent = 'SignIn',
): Promise<string> => {
  const sent = await step('POST', '/experience/verification/verification-code', {
    identifier,
    interactionEvent,
  });
  if (sent.status !== 200) throw new Error(`No code was sent: ${sent.text}`);
  const { verificationId } = sent.body;
  const { code } = await readMessage(app, identifier.value);
  await step('POST', '/experience/verification/verification-code/verify', {
    identifier,
    verificationId,
    code,
  });
  return verificationId;
};

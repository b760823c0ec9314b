import type { JWTPayload } from 'jose';
import { expect } from 'vitest';
import { startOpenIdProvider } from '../../../connectors/testing/open-id-provider.ts';
import type { Database } from '../../../database/database.ts';
import { startTestApp } from '../../../http/testing/app.ts';
import type { Step } from './visit.ts';

const base = '/experience/verification';

/** A tenant whose users have accounts at a provider, and the steps of a sign-in by it. */
export const startOutside = async (kind: Database['kind']) => {
  const op = await startOpenIdProvider();
  const app = await startTestApp(kind, { variables: { GATEHOUSE_CONNECTORS_URL: op.url } });
  const begin = (step: Step, path: string) =>
    step('POST', `${base}/${path}/authorization-uri`, {
      state: 'the-state',
      redirectUri: `${app.env.ENDPOINT}/callback/harbour`,
    });
  const identify = (step: Step, body: object = {}) => step('POST', '/experience/identification', body);
  return {
    op,
    app,
    begin,
    identify,
    async settings(patch: object) {
      const { status, text } = await app.manage('PATCH', '/sign-in-exp', patch);
      expect(status, text).toBe(200);
    },
    async prove(step: Step, claims: JWTPayload, path = 'social/harbour') {
      const begun = await begin(step, path);
      expect(begun.status, begun.text).toBe(200);
      const { authorizationUri, verificationId } = begun.body;
      const connectorData = await op.consent(authorizationUri, claims);
      const verified = await step('POST', `${base}/${path}/verify`, { connectorData, verificationId });
      expect(verified.status, verified.text).toBe(200);
      return verificationId as string;
    },
    async register(step: Step) {
      await step('PUT', '/experience/interaction-event', { interactionEvent: 'Register' });
      return identify(step);
    },
    async finish(step: Step) {
      const done = await step('POST', '/experience/submit');
      expect(done.status, done.text).toBe(200);
    },
    findUser: async (email: string) =>
      (await app.manage('GET', `/users?search.primaryEmail=${email}&mode.primaryEmail=exact`)).body[0],
    async close() {
      await app.close();
      await op.close();
    },
  };
};

export type Outside = Awaited<ReturnType<typeof startOutside>>;

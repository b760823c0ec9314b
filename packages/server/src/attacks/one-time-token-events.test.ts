import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { password } from './testing/people.ts';

/** A link that was made for one event is opened in it, and the event is changed afterwards. */
describe('links that were made for one event', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
  });
  beforeEach(() => app.manage('PATCH', '/sign-in-exp', { signInMode: 'SignInAndRegister' }));
  afterAll(() => app.close());

  type Event = 'SignIn' | 'Register';
  const open = async (address: string, event: Event, context: object = { interactionEvent: event }) => {
    const { body } = await app.manage('POST', '/one-time-tokens', { email: address, context });
    const { step } = await visit(app, event);
    const proven = await step('POST', '/experience/verification/one-time-token/verify', {
      identifier: { type: 'email', value: address },
      token: body.token,
    });
    expect(proven.status, proven.text).toBe(200);
    return {
      step,
      identify: () => step('POST', '/experience/identification', proven.body),
      change: (interactionEvent: Event) => step('PUT', '/experience/interaction-event', { interactionEvent }),
    };
  };
  const mismatch = 'one_time_token.interaction_event_mismatch';

  test('a link to sign in makes no user, also where registration is off', async () => {
    for (const signInMode of ['SignInAndRegister', 'SignIn']) {
      await app.manage('PATCH', '/sign-in-exp', { signInMode });
      const { step, identify, change } = await open('uninvited@example.com', 'SignIn');
      expect((await identify()).body.code).toBe('user.user_not_exist');
      await change('Register');
      await step('POST', '/experience/profile', { type: 'username', value: 'uninvited' });
      await step('POST', '/experience/profile', { type: 'password', value: password });
      const refused = await identify();
      expect(refused.body.code, signInMode).toBe(mismatch);
      expect((await step('POST', '/experience/submit')).status).not.toBe(200);
    }
    expect((await app.manage('GET', '/users?search=uninvited')).body).toEqual([]);
  });

  test('a link to register signs in no user who is there', async () => {
    const { body: user } = await app.manage('POST', '/users', { primaryEmail: 'there@example.com' });
    const { step, identify, change } = await open('there@example.com', 'Register');
    expect((await identify()).body.code).toBe('user.email_already_in_use');
    await change('SignIn');
    expect((await identify()).body.code).toBe(mismatch);
    expect((await step('GET', '/experience/interaction')).body.userId).not.toBe(user.id);
  });

  test('a link for no event in particular still does both', async () => {
    const { step, identify, change } = await open('either@example.com', 'SignIn', {});
    expect((await identify()).body.code).toBe('user.user_not_exist');
    await change('Register');
    await step('POST', '/experience/profile', { type: 'username', value: 'either' });
    await step('POST', '/experience/profile', { type: 'password', value: password });
    const registered = await identify();
    expect(registered.status, registered.text).toBe(201);
  });
});

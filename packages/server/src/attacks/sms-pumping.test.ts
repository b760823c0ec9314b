import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterAccount } from '../api/account/testing/enter.ts';
import { keepMessages, readMessage, visit } from '../api/experience/testing/visit.ts';
import { type StandIn, startStandIn } from '../connectors/testing/stand-in.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { createAdministrator } from '../domain/administrators.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { type MailServer, startMailServer } from '../messages/testing/mail-server.ts';

const password = 'correct horse battery';
const numbers = (prefix: string, count = 40) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(6, '0')}`);

/** Attackers have codes sent to numbers that they earn with, each to another one. */
describe.each(databaseKinds)('text messages to numbers that earn money, on %s', kind => {
  let app: TestApp;
  let world: StandIn;
  let mail: MailServer;
  beforeAll(async () => {
    world = await startStandIn();
    mail = await startMailServer();
    app = await startTestApp(kind, {
      variables: {
        GATEHOUSE_CONNECTORS_URL: world.url,
        ...mail.variables,
        GATEHOUSE_ADDRESS_LIMIT: '10000',
      },
    });
    await keepMessages(app);
    await app.manage('PATCH', '/account-center', { enabled: true, fields: { phone: 'Edit' } });
    await app.manage('PATCH', '/sign-in-exp', {
      signIn: {
        methods: [
          { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true },
          { identifier: 'phone', password: true, verificationCode: true, isPasswordPrimary: false },
        ],
      },
      signUp: { identifiers: ['phone'], password: false, verify: true },
    });
  });
  afterAll(async () => {
    await app.close();
    await world.close();
    await mail.close();
  });

  const limit = (smsPolicy: object) => app.manage('PATCH', '/sign-in-exp', { smsPolicy });
  const sendGeneric = (phone: string) => app.manage('POST', '/verification-codes', { phone });
  const askAtSignIn = async (phone: string, event: 'SignIn' | 'Register' = 'SignIn') => {
    const { step } = await visit(app, event);
    return step('POST', '/experience/verification/verification-code', {
      identifier: { type: 'phone', value: phone },
      interactionEvent: event,
    });
  };
  const messagesTo = async (prefix: string) => {
    const rows = await app.database
      .tenant('default')
      .read(db => db.selectFrom('messages').select('recipient').where('channel', '=', 'Sms').execute());
    return rows.filter(({ recipient }) => recipient.startsWith(prefix)).length;
  };

  test('of forty numbers at once, a signed-in user reaches ten', async () => {
    const { send } = await enterAccount(app, `pump_${kind}`, { primaryPhone: '4915100000001' });
    const answers = await Promise.all(
      numbers('25270').map(value =>
        send('POST', '/verifications/verification-code', { identifier: { type: 'phone', value } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.filter(({ body }) => body.code === 'request.message_rate_limited')).toHaveLength(30);
    expect(await messagesTo('252')).toBe(10);
  });

  test('a country gets no more than its limit, also when forty ask at once; others are served', async () => {
    expect((await limit({ hourlyLimit: 12 })).status).toBe(200);
    const answers = await Promise.all(numbers('99270').map(sendGeneric));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(12);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(28);
    expect(refused[0]?.body.code).toBe('request.country_rate_limited');
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await messagesTo('992')).toBe(12);
    // The limit is the country's, whichever way a message would go.
    expect((await askAtSignIn('992709999999', 'Register')).body.code).toBe('request.country_rate_limited');
    expect((await askAtSignIn('992709999999')).body.code).toBe('request.country_rate_limited');
    expect((await sendGeneric('4915112345678')).status).toBe(204);
    await limit({});
  });

  test('a country that is not allowed gets nothing, by any way', async () => {
    const phone = '18765550123';
    const { send } = await enterAccount(app, `abroad_${kind}`, { primaryPhone: phone });
    expect((await limit({ allowedCountries: ['DE', 'US'] })).status).toBe(200);
    world.answer({});
    const asks: Record<string, () => Promise<{ status: number; body: { code: string } }>> = {
      signIn: () => askAtSignIn(phone),
      registration: () => askAtSignIn('18765550124', 'Register'),
      account: () =>
        send('POST', '/verifications/verification-code', { identifier: { type: 'phone', value: phone } }),
      management: () => sendGeneric(phone),
      satellite: () => sendGeneric('881612345678'),
      withPrefix: () => sendGeneric(`00${phone}`),
      secondFactor: () => askAsSecondFactor(`abroad_${kind}`),
      testMessage: () =>
        app.manage('POST', '/connectors/twilio-short-message-service/test', {
          phone,
          config: { accountSID: 'AC1', authToken: 'secret', fromMessagingServiceSID: 'MG1', templates: [] },
        }),
    };
    for (const [name, ask] of Object.entries(asks))
      expect(await ask(), name).toMatchObject({
        status: 422,
        body: { code: 'request.sms_country_not_allowed' },
      });
    expect(await messagesTo('1876')).toBe(0);
    expect(await messagesTo('881')).toBe(0);
    expect(world.asked).toEqual([]);
    expect((await sendGeneric('12025550123')).status).toBe(204);
    // Strangers do not learn where messages go.
    const { body } = await app.manage('GET', '/.well-known/sign-in-exp');
    expect(body).not.toHaveProperty('smsPolicy');
    await limit({});
  });

  const askAsSecondFactor = async (username: string) => {
    const settings = (await app.manage('GET', '/sign-in-exp')).body;
    await app.manage('PATCH', '/sign-in-exp', {
      signIn: {
        methods: [
          { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true },
        ],
      },
      signUp: { identifiers: ['username'], password: true, verify: false },
      mfa: { factors: ['PhoneVerificationCode'], policy: 'Mandatory' },
    });
    const { step } = await visit(app, 'SignIn');
    const identifier = { type: 'username', value: username };
    const { body } = await step('POST', '/experience/verification/password', { identifier, password });
    await step('POST', '/experience/identification', body);
    const asked = await step('POST', '/experience/verification/mfa-verification-code', {
      identifierType: 'phone',
    });
    const { mfa, signIn, signUp } = settings;
    await app.manage('PATCH', '/sign-in-exp', { mfa, signIn, signUp });
    return asked;
  };

  test('administrators are told where few codes come back, once a day', async () => {
    const primaryEmail = 'watch@harbour.example';
    await createAdministrator(app.database, {
      username: 'watch',
      password: 'a long watchword',
      primaryEmail,
    });
    const watch = async () => {
      await app.app.services.jobs.runSchedule('sms');
      await app.app.ownMail?.deliverDue();
    };
    const verify = async (phone: string) => {
      const { code: verificationCode } = await readMessage(app, phone);
      return app.manage('POST', '/verification-codes/verify', { phone, verificationCode });
    };
    // In one country the codes come back, in the other hardly any does, and from a third there are too few to say.
    const [honest, pumped] = [numbers('99470', 50), numbers('23270', 50)];
    for (const phone of [...honest, ...pumped, ...numbers('26170', 10)])
      expect((await sendGeneric(phone)).status).toBe(204);
    for (const phone of [...honest.slice(0, 20), ...pumped.slice(0, 5)])
      expect((await verify(phone)).status).toBe(204);
    await watch();
    await watch();
    await expect.poll(() => mail.received).toHaveLength(1);
    expect(mail.received[0]).toMatchObject({
      to: [primaryEmail],
      text: expect.stringMatching(/Sierra Leone[\s\S]*\/console\/security\/general/),
    });
    await app.app.services.audit.flush();
    const { body: logs } = await app.manage('GET', '/logs?logKey=Sms.ConversionAlarm');
    const error = { reason: 'few_sms_codes_entered', setting: 'smsLimits' };
    expect(logs).toMatchObject([{ payload: { country: 'SL', sent: 50, verified: 5, error } }]);
  });
});

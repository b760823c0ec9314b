import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutgoing, type Outgoing } from '../outgoing/outgoing.ts';
import { findFactory } from './catalogue.ts';
import type { OutgoingMessage } from './connector.ts';
import { runConnector } from './run.ts';
import { type StandIn, startStandIn } from './testing/stand-in.ts';

const email: OutgoingMessage = {
  to: 'ada@example.com',
  type: 'SignIn',
  payload: { code: '123456' },
  subject: '123456 is your code',
  text: 'Your code: 123456',
  html: '<p>Your code: 123456</p>',
};
const sms: OutgoingMessage = { ...email, to: '491512345', text: '123456 is your code' };
const amazon = { accessKeyId: 'key', accessKeySecret: 'secret', region: 'eu-central-1' };

/** Each service: what it is set up with, where it is asked, and what it must be told. */
const services = [
  {
    id: 'sendgrid-email-service',
    config: { apiKey: 'secret', fromEmail: 'no-reply@example.com', fromName: 'Example' },
    path: 'api.sendgrid.com/v3/mail/send',
    told: ['"email":"ada@example.com"', '123456 is your code', '<p>Your code: 123456</p>'],
  },
  {
    id: 'mailgun-email',
    config: { domain: 'mg.example.com', apiKey: 'secret', from: 'Example <no-reply@mg.example.com>' },
    path: 'api.mailgun.net/v3/mg.example.com/messages',
    told: ['to=ada%40example.com', 'subject=123456'],
  },
  {
    id: 'postmark-mail',
    config: { serverToken: 'secret', fromEmail: 'no-reply@example.com' },
    path: 'api.postmarkapp.com/email',
    told: ['"To":"ada@example.com"', '"Subject":"123456 is your code"'],
  },
  {
    id: 'resend-email',
    config: { apiKey: 'secret', fromEmail: 'no-reply@example.com' },
    path: 'api.resend.com/emails',
    told: ['"to":["ada@example.com"]', '"subject":"123456 is your code"'],
  },
  {
    id: 'aws-ses-mail',
    config: { ...amazon, emailAddress: 'no-reply@example.com' },
    path: 'email.eu-central-1.amazonaws.com/v2/email/outbound-emails',
    told: ['"ToAddresses":["ada@example.com"]'],
  },
  {
    id: 'http-email',
    config: { endpoint: 'https://mail.example.com/send', authorization: 'Bearer secret' },
    path: 'mail.example.com/send',
    told: ['"to":"ada@example.com"', '"payload":{"code":"123456"}'],
  },
  {
    id: 'twilio-short-message-service',
    config: { accountSID: 'AC1', authToken: 'secret', fromMessagingServiceSID: 'MG1' },
    path: 'api.twilio.com/2010-04-01/Accounts/AC1/Messages.json',
    told: ['To=%2B491512345', 'Body=123456'],
  },
  {
    id: 'vonage-sms',
    config: { apiKey: 'key', apiSecret: 'secret', brandName: 'Example' },
    path: 'rest.nexmo.com/sms/json',
    told: ['to=491512345', 'text=123456'],
    answer: { messages: [{ status: '0' }] },
  },
  {
    id: 'messagebird-sms',
    config: { accessKey: 'secret', originator: 'Example' },
    path: 'rest.messagebird.com/messages',
    told: ['recipients=491512345', 'body=123456'],
  },
  {
    id: 'aws-sns-sms',
    config: amazon,
    path: 'sns.eu-central-1.amazonaws.com/',
    told: ['PhoneNumber=%2B491512345', 'Message=123456'],
  },
  {
    id: 'http-sms',
    config: { endpoint: 'https://sms.example.com/send' },
    path: 'sms.example.com/send',
    told: ['"to":"491512345"'],
  },
];

let world: StandIn;
let outgoing: Outgoing;
beforeAll(async () => {
  world = await startStandIn();
  outgoing = createOutgoing({ reachesPrivateNetworks: true, standIn: world.url });
});
afterAll(() => world.close());

describe.each(services)('$id', ({ id, config, path, told, answer = {} }) => {
  const factory = findFactory(id);
  const message = factory?.metadata.type === 'Sms' ? sms : email;
  const send = (settings: unknown = config) =>
    runConnector(() => factory?.send?.(outgoing, settings, message));

  test('[ENT-11] is told whom to send what', async () => {
    world.answer({ [path]: { json: answer } });
    await send();
    expect(world.asked).toHaveLength(1);
    for (const part of told) expect(world.asked[0]?.body).toContain(part);
    if (path.includes('amazonaws'))
      expect(world.asked[0]?.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=key\//);
  });

  test('[ENT-32] what it refuses becomes an error of the connector', async () => {
    await expect(send({ unknown: 1 })).rejects.toMatchObject({ code: 'connector.invalid_config' });
    for (const [status, code] of [
      [401, 'connector.authorization_failed'],
      [422, 'connector.invalid_request_parameters'],
      [429, 'connector.rate_limit_exceeded'],
      [500, 'connector.general'],
    ] as const) {
      world.answer({ [path]: { status, json: { message: 'no such sender' } } });
      await expect(send()).rejects.toMatchObject({ code, data: { message: 'no such sender' } });
    }
  });
});

test('[ENT-32] Vonage says with status 200 what is wrong', async () => {
  const send = findFactory('vonage-sms')?.send;
  for (const [status, code] of [
    ['4', 'connector.authorization_failed'],
    ['1', 'connector.rate_limit_exceeded'],
    ['3', 'connector.invalid_request_parameters'],
  ]) {
    world.answer({ 'rest.nexmo.com/sms/json': { json: { messages: [{ status, 'error-text': 'no' }] } } });
    await expect(
      runConnector(() => send?.(outgoing, { apiKey: 'key', apiSecret: 's', brandName: 'E' }, sms)),
    ).rejects.toMatchObject({ code, data: { message: 'no' } });
  }
});

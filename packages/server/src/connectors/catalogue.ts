import { builtInEmailId } from '@gatehouse/contract/built-in-email.ts';
import type { ConnectorFactory, ConnectorType } from '@gatehouse/contract/connectors.ts';
import type { Environment } from '../env.ts';
import type { Factory } from './connector.ts';
import { developmentMailbox, developmentPhone } from './development.ts';
import { builtIn } from './email/built-in.ts';
import { mailgun } from './email/mailgun.ts';
import { postmark } from './email/postmark.ts';
import { resend } from './email/resend.ts';
import { sendgrid } from './email/sendgrid.ts';
import { ses } from './email/ses.ts';
import { smtp } from './email/smtp.ts';
import { httpEmail, httpSms } from './http-message.ts';
import { messagebird } from './sms/messagebird.ts';
import { sns } from './sms/sns.ts';
import { twilio } from './sms/twilio.ts';
import { vonage } from './sms/vonage.ts';
import { amazon } from './social/amazon.ts';
import { apple } from './social/apple.ts';
import { discord } from './social/discord.ts';
import { facebook } from './social/facebook.ts';
import { github } from './social/github.ts';
import { gitlab } from './social/gitlab.ts';
import { google } from './social/google.ts';
import { huggingFace } from './social/hugging-face.ts';
import { kakao } from './social/kakao.ts';
import { line } from './social/line.ts';
import { linkedin } from './social/linkedin.ts';
import { microsoft } from './social/microsoft.ts';
import { naver } from './social/naver.ts';
import { oauth2 } from './social/oauth2.ts';
import { oidc } from './social/oidc.ts';
import { slack } from './social/slack.ts';
import { spotify } from './social/spotify.ts';
import { twitch } from './social/twitch.ts';
import { wechat } from './social/wechat.ts';
import { x } from './social/x.ts';
import { connectorWords } from './words.ts';

/** In the order in which people choose from them. */
const ownFactories: readonly Factory[] = [
  ...[google, apple, microsoft, github, facebook, x, linkedin, discord, slack, gitlab, amazon, twitch],
  ...[spotify, huggingFace, line, kakao, naver, wechat, oidc, oauth2],
  ...[builtIn, smtp, sendgrid, mailgun, postmark, resend, ses, httpEmail, developmentMailbox],
  ...[twilio, vonage, messagebird, sns, httpSms, developmentPhone],
];

/** Factories from outside packages come after the built-in ones. */
let catalogue = ownFactories;

export const addFactories = (outside: readonly Factory[]) => {
  catalogue = [...ownFactories, ...outside];
};

export const isOwnFactory = (id: string) => ownFactories.some(({ metadata }) => metadata.id === id);

export const listFactories = () => catalogue.map(({ metadata }) => metadata);

/** Describes a factory in a language. Factories from outside packages bring their own text. */
export const describeFactory = async (
  { metadata, describe }: Factory,
  language: string,
): Promise<ConnectorFactory> => {
  if (!describe) return metadata;
  const { name, description, ...described } = describe(await connectorWords(language));
  return {
    ...described,
    name: { ...metadata.name, [language]: name.en ?? '' },
    description: { ...metadata.description, [language]: description.en ?? '' },
  };
};

/** Every factory there is, in a language. */
export const describeFactories = (language: string) =>
  Promise.all(catalogue.map(factory => describeFactory(factory, language)));

/** The ID of a factory in the dialect, where ours is another one. */
const aliases: Readonly<Record<string, string>> = {
  'simple-mail-transfer-protocol': 'simplemail-transfer-protocol',
};

const called = (id: string | undefined) => catalogue.find(({ metadata }) => metadata.id === id);

/** An outside package can have the name that the dialect has for one of ours. */
export const findFactory = (id: string) =>
  called(id) ?? (Object.hasOwn(aliases, id) ? called(aliases[id]) : undefined);

const namesOf = (id: string) => [id, ...Object.keys(aliases).filter(alias => aliases[alias] === id)];

/** The dotted paths of what a factory declares to be secret in its configuration. */
export const confidentialItems = (id: string) =>
  findFactory(id)?.metadata.formItems?.flatMap(item => (item.isConfidential ? item.key : [])) ?? [];

/** The built-in email service is one of the cloud edition. */
export const isOffered = ({ GATEHOUSE_EDITION }: Pick<Environment, 'GATEHOUSE_EDITION'>, id: string) =>
  id !== builtInEmailId || GATEHOUSE_EDITION === 'cloud';

/** The ids of the factories whose connectors send or sign in this way, by each of their names. */
export const factoryIdsOf = (type: ConnectorType) =>
  listFactories().flatMap(metadata => (metadata.type === type ? namesOf(metadata.id) : []));

import { isIP } from 'node:net';
import { certificateAuthority } from '@gatehouse/contract/fields.ts';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { OutgoingError, plainMessage } from '../../outgoing/outgoing.ts';
import { ConnectorError, defineConnector, secretItem, text, textItem } from '../connector.ts';
import { emailTemplates, emailTemplatesItem, sender } from '../message-config.ts';
import { messageMetadata } from '../message-metadata.ts';

const answerMs = 10_000;

type MailError = Error & { code?: string; command?: string; response?: string };

/** The step of the conversation that failed. The library keeps only the text of an error of encryption. */
const problemOf = ({ code, message }: MailError, server: string) => {
  if (/certificate/i.test(message)) return `The SMTP server ${server} has a certificate that is not trusted.`;
  if (/wrong version number/.test(message))
    return `The SMTP server ${server} does not use implicit TLS. Turn it off to use STARTTLS, or change the port.`;
  switch (code) {
    case 'EAUTH':
      return 'The SMTP server rejected the user name or password.';
    case 'ETLS':
      return 'The SMTP server does not offer encryption (STARTTLS).';
    case 'EENVELOPE':
      return 'The SMTP server rejected the sender or the recipient.';
    case 'EMESSAGE':
      return 'The SMTP server rejected the message.';
    case 'ECONNECTION':
    case 'EAI_AGAIN':
    case 'EDNS':
    case 'ENOTFOUND':
    case 'ESOCKET':
    case 'ETIMEDOUT':
      return `The SMTP server ${server} cannot be reached.`;
    default:
      return 'The SMTP server did not accept the message.';
  }
};

/**
 * Describes the failure and quotes the server's reply with its code (RFC 5321, section 4.2), for the person who sets
 * it up.
 */
const describe = (error: MailError, server: string) => {
  const { command, message, response } = error;
  const reply = response && `SMTP response${command ? ` to ${command}` : ''}: ${response}`;
  return `${problemOf(error, server)} ${reply ?? plainMessage(message)}`;
};

const failed = (server: string) => (error: MailError) => {
  if (error instanceof OutgoingError) throw error;
  throw new ConnectorError('general', describe(error, server), { cause: error });
};

const isThisMachine = (address: string) => address === '::1' || address.startsWith('127.');

export const smtp = defineConnector({
  metadata: t =>
    messageMetadata('Email', {
      id: 'simplemail-transfer-protocol',
      target: 'smtp',
      name: 'SMTP',
      description: t('descriptions.smtp'),
      logo: { light: 'mail', dark: 'mail' },
      setUp: t('set_up.smtp'),
      formItems: [
        textItem('host', t('labels.host'), { placeholder: 'mail.example.com' }),
        { type: 'Number', key: 'port', label: t('labels.port'), required: true, defaultValue: 587 },
        textItem('auth.user', t('labels.user_name'), { required: false }),
        secretItem('auth.pass', t('labels.password'), { required: false }),
        textItem('fromEmail', t('labels.from'), { placeholder: 'Example <no-reply@example.com>' }),
        textItem('replyTo', t('labels.reply_to'), { required: false }),
        { type: 'Switch', key: 'secure', label: t('labels.secure') },
        {
          type: 'Switch',
          key: 'requireTLS',
          label: t('labels.require_tls'),
          description: t('help.require_tls'),
          defaultValue: true,
        },
        {
          type: 'MultilineText',
          key: 'certificateAuthority',
          label: t('labels.certificate_authority'),
          description: t('help.certificate_authority'),
        },
        emailTemplatesItem(t),
        { type: 'Json', key: 'customHeaders', label: t('labels.headers') },
      ],
    }),
  config: z.strictObject({
    host: text,
    port: z.number().int().min(1).max(65_535),
    auth: z
      .looseObject({ type: z.literal('login').optional(), user: z.string(), pass: z.string() })
      .optional(),
    fromEmail: sender,
    replyTo: z.string().max(320).optional(),
    secure: z.boolean().optional(),
    ignoreTLS: z.boolean().optional(),
    /** By default, a password is never sent unencrypted to another machine. */
    requireTLS: z.boolean().optional(),
    certificateAuthority: certificateAuthority.or(z.literal('')).optional(),
    templates: emailTemplates,
    customHeaders: z.record(z.string(), z.string().regex(/^[^\r\n]*$/)).optional(),
  }),
  async send(outgoing, config, { to, subject, text: plain, html, from, replyTo }) {
    const { host, port, auth, secure, ignoreTLS, requireTLS, certificateAuthority: ca } = config;
    const server = `${host}:${port}`;
    const address = await outgoing.trusting(ca).resolve(host).catch(failed(server));
    const transport = createTransport({
      host: address,
      port,
      secure,
      ignoreTLS,
      requireTLS: requireTLS ?? (!secure && !ignoreTLS && !isThisMachine(address)),
      ...(auth?.user ? { auth: { user: auth.user, pass: auth.pass } } : {}),
      tls: { ...(isIP(host) ? {} : { servername: host }), ...(ca ? { ca } : {}) },
      disableFileAccess: true,
      disableUrlAccess: true,
      connectionTimeout: answerMs,
      greetingTimeout: answerMs,
      socketTimeout: answerMs,
    });
    await transport
      .sendMail({
        from: from ?? config.fromEmail,
        to,
        replyTo: replyTo ?? config.replyTo,
        subject,
        text: plain,
        html,
        headers: config.customHeaders,
      })
      .catch(failed(server))
      .finally(() => transport.close());
  },
});

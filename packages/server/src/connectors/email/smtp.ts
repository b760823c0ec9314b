import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { ConnectorError, defineConnector, secretItem, text, textItem } from '../connector.ts';
import { emailTemplates, emailTemplatesItem, sender } from '../message-config.ts';
import { messageMetadata } from '../message-metadata.ts';

const answerMs = 10_000;

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
    requireTLS: z.boolean().optional(),
    templates: emailTemplates,
    customHeaders: z.record(z.string(), z.string().regex(/^[^\r\n]*$/)).optional(),
  }),
  async send(outgoing, config, { to, subject, text: plain, html, from, replyTo }) {
    const { host, port, auth, secure, ignoreTLS, requireTLS } = config;
    const transport = createTransport({
      host: await outgoing.resolve(host),
      port,
      secure,
      ignoreTLS,
      requireTLS,
      ...(auth?.user ? { auth: { user: auth.user, pass: auth.pass } } : {}),
      ...(isIP(host) ? {} : { tls: { servername: host } }),
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
      .catch((error: Error & { code?: string }) => {
        const code = error.code === 'EAUTH' ? 'authorization_failed' : 'general';
        throw new ConnectorError(code, error.message, { cause: error });
      })
      .finally(() => transport.close());
  },
});

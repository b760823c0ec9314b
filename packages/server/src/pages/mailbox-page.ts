import { builtInEmailId } from '@gatehouse/contract/built-in-email.ts';
import type { TemplateType } from '@gatehouse/contract/email-templates.ts';
import { escapeHtml } from '@gatehouse/contract/escape-html.ts';
import { matchLanguage } from '@gatehouse/phrases/languages.ts';
import { loadPhrases, type Namespaces } from '@gatehouse/phrases/load.ts';
import { createTranslator, type PhraseKey, type Translate } from '@gatehouse/phrases/translate.ts';
import type { FastifyInstance } from 'fastify';
import { findFactory } from '../connectors/catalogue.ts';
import { languageOf } from '../http/errors.ts';
import { isFromThisMachine, isOnThisMachine } from '../http/forwarded.ts';
import { plainPage } from '../http/html.ts';
import { loadMailBrand, plainBrand } from '../messages/brand.ts';
import { isBuiltIn } from '../messages/built-in-emails.ts';
import { composeEmail, composeParts } from '../messages/compose.ts';
import { isWeb, type MailParts } from '../messages/layout.ts';
import { renderOwnEmail } from '../messages/render.ts';
import { RequestError } from '../request-error.ts';
import type { Services } from '../services.ts';

const shown = 50;

/**
 * Every message that was kept instead of sent, for who develops on their own machine. The codes in them let people in: the
 * page is there only where the console itself is on this machine, and only for browsers on it.
 */
export const mountMailbox = (server: FastifyInstance, services: Services) => {
  if (!isOnThisMachine(services.env)) return;

  server.get('/mailbox', async (request, reply) => {
    if (!isFromThisMachine(request.raw, services.env)) throw new RequestError('request.not_found');
    const { recipient } = request.query as { recipient?: unknown };
    const messages = await listKept(services, typeof recipient === 'string' ? recipient.trim() : '');
    const language = languageOf(request.headers['accept-language']);
    const t = createTranslator<MailboxKey>(language, await loadPhrases(language, 'messages'));
    const entries = await Promise.all(
      messages.map(async message => {
        const use = readUse(services, message);
        const own = await ownEmailOf(services, message, use);
        if (own) return printMessage(message, own.subject, printText(own.text, use.payload.link), t);
        const parts = await composeParts(language, use.templateType, use.payload, plainBrand);
        return printMessage(message, parts.subject, printParts(parts), t);
      }),
    );
    const wanted = typeof recipient === 'string' ? recipient : '';
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(
        plainPage({
          language,
          title: t('mailbox.title'),
          body: printMailbox(entries, wanted, t),
          isWide: true,
        }),
      );
  });

  /** The message as mail programs show it. It can run nothing. */
  server.get('/mailbox/:tenantId/:id', async (request, reply) => {
    if (!isFromThisMachine(request.raw, services.env)) throw new RequestError('request.not_found');
    const { tenantId, id } = request.params as { tenantId: string; id: string };
    const message = (await listKept(services, '')).find(
      kept => kept.tenantId === tenantId && kept.id === Number(id),
    );
    if (!message) throw new RequestError('request.not_found');
    const use = readUse(services, message);
    const language =
      matchLanguage(String(use.payload.locale ?? '')) ?? languageOf(request.headers['accept-language']);
    const brand = await services.database.tenant(tenantId).read(loadMailBrand);
    const { html } =
      (await ownEmailOf(services, message, use)) ??
      (await composeEmail(language, use.templateType, use.payload, brand));
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src https: http:; sandbox",
      )
      .send(html);
  });
};

const readUse = ({ vault }: Services, { templateType, payload, recipient }: Kept) => ({
  templateType: templateType as TemplateType,
  payload: JSON.parse(vault.open(payload)) as Record<string, unknown>,
  to: recipient,
});

/** By the template that would be used if it were sent. */
const ownEmailOf = async ({ database }: Services, message: Kept, use: ReturnType<typeof readUse>) =>
  message.channel === 'Email'
    ? database.tenant(message.tenantId).read(db => renderOwnEmail(db, use))
    : undefined;

const listKept = ({ database }: Services, recipient: string) =>
  database.system(async db => {
    const connectors = await db.selectFrom('connectors').select(['tenantId', 'connectorId']).execute();
    const kept = connectors.flatMap(({ tenantId, connectorId }) => {
      const metadata = findFactory(connectorId)?.metadata;
      const isKept = metadata?.isDemo || connectorId === builtInEmailId;
      return metadata && isKept ? [{ tenantId, channel: metadata.type }] : [];
    });
    if (kept.length === 0) return [];
    return db
      .selectFrom('messages')
      .innerJoin('tenants', 'tenants.id', 'messages.tenantId')
      .select([
        'tenants.name as tenantName',
        'messages.tenantId',
        'messages.id',
        'recipient',
        'templateType',
        'payload',
        'channel',
      ])
      .select('messages.createdAt')
      .where(({ and, eb, or }) =>
        or(
          kept.map(({ tenantId, channel }) =>
            and([eb('messages.tenantId', '=', tenantId), eb('channel', '=', channel)]),
          ),
        ),
      )
      .where('error', 'is', null)
      .where('sentAt', 'is', null)
      .where(eb => eb.or([eb('messages.connectorId', 'is', null), isBuiltIn(eb as never)]))
      .$if(recipient !== '', messages => messages.where('recipient', '=', recipient))
      .orderBy('messages.id', 'desc')
      .limit(shown)
      .execute();
  });

type Kept = Awaited<ReturnType<typeof listKept>>[number];

type MailboxKey = PhraseKey<Namespaces['messages']>;
type MailboxWords = Translate<MailboxKey>;

const printMessage = (message: Kept, subject: string, body: string, t: MailboxWords) => {
  const time = new Date(message.createdAt).toISOString();
  const address = `/mailbox/${message.tenantId}/${message.id}`;
  return (
    `<article><h2><a href="${address}">${escapeHtml(subject)}</a></h2>` +
    `<p class="quiet">${escapeHtml(t('mailbox.to', { recipient: message.recipient }))} · ${escapeHtml(message.tenantName)} · ` +
    `<time datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time></p>${body}</article>`
  );
};

/** Of a template only the text is shown: the link that a button would open comes below it. */
const printText = (text: string, link: unknown) =>
  [
    ...text
      .split(/\n{2,}/)
      .map(paragraph => `<p dir="auto">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`),
    ...(typeof link === 'string' && isWeb(link)
      ? [`<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`]
      : []),
  ].join('\n');

const printParts = ({ lead, code, validity, details = [], link, note, company }: MailParts) => {
  const lines = details.map(({ name, value }) => `${escapeHtml(name)}: <bdi>${escapeHtml(value)}</bdi>`);
  return [
    escapeHtml(lead),
    code && `<strong>${escapeHtml(code)}</strong>`,
    validity && escapeHtml(validity),
    lines.join('<br>'),
    link && isWeb(link.address) && `<a href="${escapeHtml(link.address)}">${escapeHtml(link.name)}</a>`,
    escapeHtml(note),
    company && `<small>${escapeHtml(company)}</small>`,
  ]
    .filter(Boolean)
    .map(paragraph => `<p>${paragraph}</p>`)
    .join('\n');
};

const printMailbox = (entries: string[], recipient: string, t: MailboxWords) =>
  `<p>${escapeHtml(t('mailbox.text'))}</p>` +
  `<form method="get" role="search"><label>${escapeHtml(t('mailbox.recipient'))} ` +
  `<input type="search" name="recipient" value="${escapeHtml(recipient)}"></label>` +
  `<button class="primary">${escapeHtml(t('mailbox.show'))}</button></form>` +
  (entries.length > 0
    ? entries.join('')
    : `<p role="status">${escapeHtml(t(recipient ? 'mailbox.none_for' : 'mailbox.empty'))}</p>`);

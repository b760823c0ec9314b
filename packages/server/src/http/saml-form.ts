import { escapeHtml } from '@gatehouse/contract/escape-html.ts';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import { createTranslator } from '@gatehouse/phrases/translate.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from './errors.ts';
import { plainPage } from './html.ts';

type Form = { action: string; fields: Record<string, string>; about: 'sign_in' | 'sign_out' };

/** The session here is over before anyone else hears of it. */
const titles = { sign_in: 'outside.returning', sign_out: 'signed_out.title' } as const;

/** A page that sends itself on; without scripts, by a press. */
export const sendSamlForm = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { action, fields, about }: Form,
) => {
  const language = languageOf(request.headers['accept-language']);
  const t = createTranslator(language, await loadPhrases(language, 'experience'));
  const inputs = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
  const html = plainPage({
    language,
    title: t(titles[about]),
    body:
      `<form method="post" action="${escapeHtml(action)}">${inputs}` +
      `<button class="primary">${escapeHtml(t('sign_in.submit'))}</button></form>` +
      '<script src="/plain/submit.js"></script>',
  });
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
};

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode } from '@gatehouse/contract/errors.ts';
import {
  type ExceededQuotas,
  exceededQuotaMessage,
  insufficientPermissions,
} from '@gatehouse/contract/fixed-messages.ts';
import type { PasswordIssue } from '@gatehouse/contract/password-rules.ts';
import { fallbackLanguage, matchLanguage } from '@gatehouse/phrases/languages.ts';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import { createTranslator, type PhraseValues, type Translate } from '@gatehouse/phrases/translate.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../request-error.ts';
import { databaseError } from './database-errors.ts';
import { drawFailurePage, opensPage } from './failure-page.ts';

export type ErrorBody = { code: ErrorCode; message: string; data?: unknown; details?: string };

const translators = new Map<string, Promise<Translate<string>>>();

const translatorFor = (language: string) => {
  const known = translators.get(language);
  if (known) return known;
  const loading = loadPhrases(language, 'errors').then(phrases => createTranslator(language, phrases));
  translators.set(language, loading);
  return loading;
};

/**
 * The first language that the product, or the tenant, has: of `locale`, which lists tags as `ui_locales` does (OpenID
 * Connect Core section 3.1.2.1), then of `Accept-Language`. Quality values are in order in practice.
 */
export const languageOf = (
  acceptLanguage: string | undefined,
  locale?: unknown,
  others: readonly string[] = [],
) => {
  const wanted = [
    ...(typeof locale === 'string' ? locale.split(' ') : []),
    ...(acceptLanguage ?? '').split(',').map(part => part.split(';')[0]?.trim() ?? ''),
  ];
  const found = wanted.map(tag => matchLanguage(tag, others));
  return found.find(language => language !== undefined) ?? fallbackLanguage;
};

/** The language of the page that asks; one that we do not have may be one that the tenant writes messages in. */
export const localeOf = ({ headers }: Pick<FastifyRequest, 'headers'>) =>
  /^[A-Za-z][\w-]*/.exec(headers['accept-language'] ?? '')?.[0];

/** The request body provides values that the error does not name, such as a name that is already taken. */
export const errorBody = async (
  error: RequestError,
  language: string,
  sent?: unknown,
): Promise<ErrorBody> => {
  const translate = await translatorFor(language);
  if (error.violations.length > 0) {
    const issues = error.violations.map(({ path, code, values }) => ({
      path,
      code,
      message: translate(code, values),
    }));
    const details = issues.map(({ path, message }) => `${path}: ${message}`).join(' ');
    return {
      code: error.code,
      message: translate(error.code, { ...valuesOf(error), details }).trim(),
      data: { issues },
      details,
    };
  }
  const words = translate(error.code, {
    ...phraseValues(sent),
    details: error.details ?? '',
    ...phraseValues(error.data),
    ...waitingTime(error, language),
  });
  const fixed = fixedMessages[error.code]?.(error.data);
  const details = error.details ?? (fixed === undefined ? undefined : words);
  return {
    code: error.code,
    message: fixed ?? words.trim(),
    ...(error.data === undefined ? {} : { data: inWords(error, translate) }),
    ...(details === undefined ? {} : { details }),
  };
};

/** Programs know these errors by their message; what a person would read is in the details. */
const fixedMessages: Partial<Record<ErrorCode, (data: unknown) => string>> = {
  'auth.insufficient_permissions': () => insufficientPermissions,
  'subscription.limit_exceeded': data =>
    exceededQuotaMessage((data as { exceeded: ExceededQuotas }).exceeded),
};

/** Each rule that a password breaks, also as a sentence. */
const inWords = ({ code, data }: RequestError, translate: Translate<string>) => {
  if (code !== 'password.rejected') return data;
  const { issues } = data as { issues: PasswordIssue[] };
  return { issues: issues.map(issue => ({ ...issue, message: translate(issue.code, issue.interpolation) })) };
};

/** Whatever was thrown, as one of the errors of the table. What is not foreseen becomes `server.internal`. */
export const toRequestError = (error: unknown): RequestError => {
  if (error instanceof RequestError) return error;
  const refused = fastifyCodes[(error as FastifyError).code];
  if (refused) return new RequestError(refused, { cause: error, details: (error as FastifyError).message });
  const known = sessionError(error);
  if (known) return new RequestError(known, { cause: error });
  return databaseError(error) ?? new RequestError('server.internal', { cause: error });
};

/** Answers with the error and logs its cause: callers' mistakes quietly, ours loudly. */
export const sendError = async (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const error = toRequestError(thrown);
  if (error.status === 503)
    request.log.warn(
      { message: (error.cause as Error | undefined)?.message, code: error.code },
      'request put off',
    );
  else if (error.status >= 500)
    request.log.error({ err: error.cause ?? error, code: error.code }, 'request failed');
  else request.log.debug({ code: error.code, data: error.data }, 'request refused');
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
  const { locale } = (request.query ?? {}) as { locale?: unknown };
  const language = languageOf(request.headers['accept-language'], locale);
  const body = await errorBody(error, language, request.body);
  reply.code(error.status).header('cache-control', 'no-store');
  if (error.status < 500 || !opensPage(request)) return reply.send(body);
  return reply
    .type('text/html; charset=utf-8')
    .send(await drawFailurePage(language, body.message, request.id));
};

/** Refuses a request before the framework has seen it. */
export const refuse = async (request: IncomingMessage, response: ServerResponse, error: RequestError) => {
  const body = await errorBody(error, languageOf(request.headers['accept-language']));
  // The unread rest of the body must not be parsed as the next request.
  const fields = { 'content-type': 'application/json; charset=utf-8', connection: 'close' };
  response.writeHead(error.status, fields).end(JSON.stringify(body));
};

const fastifyCodes: Readonly<Record<string, ErrorCode | undefined>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.invalid_input',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.invalid_input',
};

/** The provider library throws this when the sign-in that a page belongs to is over. */
const sessionError = (error: unknown): ErrorCode | undefined =>
  error instanceof Error && error.name === 'SessionNotFound' ? 'session.not_found' : undefined;

/** The waiting time as people say it: "in 5 minutes". */
const waitingTime = ({ retryAfterSeconds }: RequestError, language: string): PhraseValues => {
  if (retryAfterSeconds === undefined) return {};
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return { relativeTime: new Intl.RelativeTimeFormat(language).format(minutes, 'minute') };
};

/** The broken rule that gave the error its code says what the code is about. */
const valuesOf = ({ code, data, violations }: RequestError): PhraseValues => ({
  ...phraseValues(data),
  ...violations.find(violation => violation.code === code)?.values,
});

const phraseValues = (data: unknown): PhraseValues => {
  if (typeof data !== 'object' || data === null) return {};
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => {
      if (typeof value === 'string' || typeof value === 'number') return [[name, value]];
      const isList = Array.isArray(value) && value.every(item => typeof item === 'string');
      return isList ? [[name, value.join(', ')]] : [];
    }),
  );
};

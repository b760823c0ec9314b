import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tenant } from '../domain/tenant.ts';
import { errorBody, languageOf, toRequestError } from '../http/errors.ts';
import type { ExperiencePages } from './experience-pages.ts';

/** Tells a browser that others have sent here what is wrong, on a page in the look of the tenant. */
export const sendErrorPage = async (
  pages: ExperiencePages,
  tenant: Tenant,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const error = toRequestError(thrown);
  request.log.warn({ err: error.cause ?? error, code: error.code }, 'a sign-in by SAML was refused');
  const acceptLanguage = request.headers['accept-language'];
  const body = await errorBody(error, languageOf(acceptLanguage));
  // Browsers say that they take pages. Scripts, which do not, read the code.
  if (!request.headers.accept?.includes('text/html'))
    return reply.code(error.status).header('cache-control', 'no-store').send(body);
  const { code, message } = body;
  const html = await pages.renderError(tenant, acceptLanguage, { code, message, requestId: request.id });
  return reply
    .code(error.status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(html);
};

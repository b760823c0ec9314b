import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Routes that take forms and nothing else. A handler finds the form as `URLSearchParams` in the body. */
export const mountForms = (
  server: FastifyInstance,
  bodyLimit: number,
  mount: (forms: FastifyInstance) => void,
) =>
  server.register(async forms => {
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_, body, done) => done(null, new URLSearchParams(body as string)),
    );
    mount(forms);
  });

/** The fields of a form; none where nothing was sent. */
export const fieldsOf = ({ body }: FastifyRequest) =>
  Object.fromEntries((body as URLSearchParams | undefined) ?? []);

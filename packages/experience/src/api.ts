import type { accountLock } from '@gatehouse/contract/account-lock.ts';
import type { Answer, BodyInput } from '@gatehouse/contract/endpoint.ts';
import type { experience, interactionRows } from '@gatehouse/contract/experience.ts';
import type { experienceOutside } from '@gatehouse/contract/experience-outside.ts';
import type { experienceProfile } from '@gatehouse/contract/experience-profile.ts';
import type { experienceFactors, experienceProofs } from '@gatehouse/contract/experience-verifications.ts';
import type { experiencePasskeySignIn, experiencePasskeys } from '@gatehouse/contract/web-authn.ts';
import { data, t } from './data.ts';
import { hrefOf } from './location.ts';

/** An answer that is not a success, in words for the person in front of the page. */
export class ExperienceError extends Error {
  override name = 'ExperienceError';
  readonly code: string;
  readonly details: unknown;

  constructor(code: string, message: string, details?: unknown) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

type RowsOf<Table> = Table[keyof Table];
type Row =
  | RowsOf<typeof accountLock>
  | RowsOf<typeof experience>
  | RowsOf<typeof experienceProofs>
  | RowsOf<typeof experienceFactors>
  | RowsOf<typeof experienceOutside>
  | RowsOf<typeof experiencePasskeys>
  | RowsOf<typeof experiencePasskeySignIn>
  | RowsOf<typeof experienceProfile>
  | RowsOf<typeof interactionRows>;
type RowAt<Method extends string, Path extends string> = Extract<Row, { method: Method; path: Path }>;
type PathsOf<Method extends string> = Extract<Row, { method: Method }>['path'];

/** Types come from the contract; its schemas stay on the server, which keeps the page small. */
export const call = async (
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => {
  if (data.isPreview) throw new ExperienceError('preview', t('errors.preview'));
  const isFile = body instanceof FormData;
  const response = await fetch(path, {
    method,
    headers: {
      'Accept-Language': data.language,
      ...(isFile ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: method === 'GET' ? undefined : isFile ? body : JSON.stringify(body ?? {}),
  }).catch(() => {
    throw new ExperienceError('network', t('errors.offline'));
  });
  if (response.ok && response.headers.has('Content-Disposition')) return response.blob();
  const answer = response.status === 204 ? undefined : await response.json().catch(() => undefined);
  if (response.ok) return answer;
  // The sign-in is over or belongs to another user: the server decides what to show at this address.
  if (answer?.code === 'session.not_found' || answer?.code === 'draft.preview_stopped') return reload();
  throw new ExperienceError(
    answer?.code ?? 'unexpected',
    answer?.message ?? t('errors.unexpected'),
    answer?.data,
  );
};

const apiOf = (path: string) => hrefOf(`/api${path}`);

const reload = async () => {
  window.location.reload();
  return new Promise<never>(() => {});
};

export const put = <Path extends PathsOf<'put'>>(
  path: Path,
  body: BodyInput<RowAt<'put', Path>>,
): Promise<Answer<RowAt<'put', Path>>> => call('PUT', apiOf(path), body);

export const post = <Path extends PathsOf<'post'>>(
  path: Path,
  body: BodyInput<RowAt<'post', Path>>,
  parameters: Record<string, string> = {},
): Promise<Answer<RowAt<'post', Path>>> =>
  call('POST', apiOf(path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(parameters[name] ?? ''))), body);

export const remove = <Path extends PathsOf<'delete'>>(path: Path): Promise<Answer<RowAt<'delete', Path>>> =>
  call('DELETE', apiOf(path));

export const get = <Path extends PathsOf<'get'>>(
  path: Path,
  query: Record<string, string>,
): Promise<Answer<RowAt<'get', Path>>> => {
  const address = new URL(apiOf(path), window.location.origin);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return call('GET', address.href);
};

/** A picture of who is registering; the answer is where it is. */
export const uploadPicture = async (file: File): Promise<string> => {
  const { url } = await call('POST', apiOf('/experience/user-assets/avatar'), toForm(file));
  return url;
};

export const toForm = (file: File) => {
  const form = new FormData();
  form.set('file', file);
  return form;
};

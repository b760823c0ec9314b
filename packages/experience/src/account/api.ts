import type { account } from '@gatehouse/contract/account.ts';
import type { accountAccess } from '@gatehouse/contract/account-access.ts';
import type { accountFactors } from '@gatehouse/contract/account-factors.ts';
import type { accountOutside } from '@gatehouse/contract/account-outside.ts';
import type { accountPersonalData } from '@gatehouse/contract/account-personal-data.ts';
import type { verifications } from '@gatehouse/contract/account-verifications.ts';
import type { Answer, BodyInput } from '@gatehouse/contract/endpoint.ts';
import type { PersonExportFormat } from '@gatehouse/contract/person-export.ts';
import { call, ExperienceError, toForm } from '../api.ts';
import { baseUrl } from '../location.ts';
import type { Tokens } from '../oidc-client.ts';
import { client, signIn } from './client.ts';
import { forgetProof, getProof, type ProofLevel, prove } from './proofs.ts';

type RowsOf<Table> = Table[keyof Table];
type Row =
  | RowsOf<typeof account>
  | RowsOf<typeof accountFactors>
  | RowsOf<typeof accountAccess>
  | RowsOf<typeof accountOutside>
  | RowsOf<typeof accountPersonalData>
  | RowsOf<typeof verifications>;
type Method = Row['method'];
type RowAt<M extends Method, Path extends string> = Extract<Row, { method: M; path: Path }>;
type PathsOf<M extends Method> = Extract<Row, { method: M }>['path'];

let tokens: Tokens | undefined;

/** The signed-in user. Others are redirected to the sign-in page. */
export const enter = async () => {
  tokens = await client.start();
  if (!tokens) await signIn();
};

export const leave = () => client.signOut(tokens?.idToken ?? '');

/** The session and its tokens are over. */
export const forget = () => {
  client.forget();
  forgetProof();
  tokens = undefined;
};

const graveChanges = ['/my-account/mfa-', '/my-account/export', '/my-account/deletion'];

const levelOf = (path: string): ProofLevel =>
  graveChanges.some(grave => path.startsWith(grave)) ? 'factor' : 'presence';

const attempt = (method: Method, path: string, body: unknown) => {
  const proof = getProof(levelOf(path));
  return call(method.toUpperCase() as Uppercase<Method>, `${baseUrl}/api${path}`, body, {
    Authorization: `Bearer ${tokens?.accessToken}`,
    ...(proof ? { 'Gatehouse-Verification-Id': proof } : {}),
  });
};

/** An access token that is too old is renewed; when that fails too, the session is over. */
const renew = async () => {
  if (!tokens?.refreshToken) return signIn();
  tokens = await client.refresh(tokens).catch((error: ExperienceError) => {
    if (error.code === 'network') throw error;
    client.forget();
    return undefined;
  });
  if (!tokens) await signIn();
};

const send = async (method: Method, path: string, body: unknown) => {
  if (tokens && tokens.expiresAt < Date.now()) await renew();
  try {
    return await attempt(method, path, body);
  } catch (error) {
    const code = error instanceof ExperienceError ? error.code : undefined;
    if (code === 'auth.unauthorized') await renew();
    else if (code === 'verification_record.permission_denied') {
      forgetProof();
      await prove(levelOf(path));
    } else throw error;
    return attempt(method, path, body);
  }
};

/** The path with its parameters in place. */
type Options<R extends Row> = (R['path'] extends `${string}:${string}`
  ? { params: Record<string, string> }
  : object) &
  (BodyInput<R> extends undefined ? object : { body: BodyInput<R> });

/** Calls the account API. Calls that need verification ask for it first, then continue. */
export const ask = <M extends Method, Path extends PathsOf<M>>(
  method: M,
  path: Path,
  options: Options<RowAt<M, Path>>,
): Promise<Answer<RowAt<M, Path>>> => {
  const { params = {}, body } = options as { params?: Record<string, string>; body?: unknown };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return send(method, filled, body);
};

/** Hands everything that is stored about the account to the browser to keep. */
export const saveExport = async (format: PersonExportFormat) => {
  const file: Blob = await send('post', '/my-account/export', { format });
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), {
    href: address,
    download: `personal-data.${format}`,
  });
  link.click();
  URL.revokeObjectURL(address);
};

export const uploadAvatar = async (file: File): Promise<string> => {
  const { url } = await send('post', '/my-account/user-assets/avatar', toForm(file));
  return url;
};

import type { Trial } from '../../reference/operation.ts';
import type { PageData } from './page-data.ts';

export type Filled = {
  parameters: readonly { name: string; in: string; value: string }[];
  body: string | undefined;
  file: File | undefined;
};

/** The URL of an operation. In the cloud, the console reaches every tenant through its own origin. */
export const addressOf = ({ access, path }: Trial, filled: Filled, page: PageData, tenant: string) => {
  const values = new Map(filled.parameters.map(({ name, value }) => [name, value]));
  const route = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''));
  const query = new URLSearchParams(
    filled.parameters
      .filter(item => item.in === 'query' && item.value)
      .map(({ name, value }) => [name, value]),
  ).toString();
  return `${baseOf(access, page, tenant)}${route}${query ? `?${query}` : ''}`;
};

const baseOf = (access: Trial['access'], page: PageData, tenant: string) => {
  if (['me', 'member', 'cloud'].includes(access)) return page.adminEndpoint;
  return page.edition === 'cloud' ? `${window.location.origin}/m/${tenant}` : page.tenantEndpoint;
};

/** The request as a curl command, with a variable in place of the token. */
export const curlOf = ({ method, access }: Trial, url: string, { body, file }: Filled) => {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  return [
    `curl ${quoted(url)}`,
    ...(method === 'get' ? [] : [`--request ${method.toUpperCase()}`]),
    ...(access === 'public' ? [] : ['--header "Authorization: Bearer $TOKEN"']),
    ...(file ? [`--form ${quoted(`file=@${file.name}`)}`] : []),
    ...(body === undefined ? [] : ["--header 'Content-Type: application/json'", `--data ${quoted(body)}`]),
  ].join(' \\\n  ');
};

export type Received = {
  status: string;
  isOk: boolean;
  milliseconds: number;
  headers: [string, string][];
  body: string;
};

/** The headers that say something about the answer. */
const shownHeaders = ['content-type', 'total-number', 'retry-after', 'etag', 'gatehouse-request-id'];

export const send = async (
  { method }: Trial,
  url: string,
  { body, file }: Filled,
  token: string | undefined,
): Promise<Received> => {
  const form = file && new FormData();
  form?.set('file', file as File);
  const start = performance.now();
  const response = await fetch(url, {
    method: method.toUpperCase(),
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: form ?? body ?? null,
  });
  const text = await response.text();
  return {
    status: `${response.status} ${response.statusText}`.trim(),
    isOk: response.ok,
    milliseconds: Math.round(performance.now() - start),
    headers: shownHeaders.flatMap(name => {
      const value = response.headers.get(name);
      return value ? [[name, value] as [string, string]] : [];
    }),
    body: pretty(text),
  };
};

const pretty = (text: string) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

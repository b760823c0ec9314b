import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';

/** Client credentials by secret for one resource, the way nearly every machine asks. */
export type MachineRequest = { clientId: string; clientSecret: string; resource: string; scope?: string };

const longestBody = 8 * 1024;
const formType = /^application\/x-www-form-urlencoded(; ?charset=utf-8)?$/i;
const parameters = new Set(['grant_type', 'resource', 'scope', 'client_id', 'client_secret']);

/** Proofs of possession, pages of other origins, attested clients and packed bodies have their own rules. */
const unusualHeaders = [
  'dpop',
  'origin',
  'oauth-client-attestation',
  'oauth-client-attestation-pop',
  'content-encoding',
  'transfer-encoding',
];

/** RFC 6749 section 3.3. */
const scopeSyntax = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** Parses a plain token request and returns nothing for any other. The body can be read again either way. */
export const readMachineRequest = async (request: IncomingMessage): Promise<MachineRequest | undefined> => {
  const { method, url, headers } = request;
  if (method !== 'POST' || url !== '/oidc/token' || !formType.test(headers['content-type'] ?? ''))
    return undefined;
  if (unusualHeaders.some(name => headers[name] !== undefined)) return undefined;
  const length = Number(headers['content-length']);
  if (!(length > 0 && length <= longestBody)) return undefined;
  const body = await peek(request, length);
  return body && parseBody(body.toString(), headers.authorization);
};

const parseBody = (body: string, authorization: string | undefined): MachineRequest | undefined => {
  const form = parse(body);
  for (const [name, value] of Object.entries(form))
    if (!parameters.has(name) || typeof value !== 'string' || value === '' || value.includes('\0'))
      return undefined;
  // Each was checked to be one string.
  const { grant_type: grantType, resource, scope, ...posted } = form as Record<string, string>;
  if (grantType !== 'client_credentials' || resource === undefined) return undefined;
  if (scope !== undefined && !scopeSyntax.test(scope)) return undefined;
  const credentials = authorization === undefined ? readPosted(posted) : readBasic(authorization, posted);
  return credentials && { ...credentials, resource, scope };
};

type Posted = { client_id?: string; client_secret?: string };

const readPosted = ({ client_id: clientId, client_secret: clientSecret }: Posted) =>
  clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret } : undefined;

/** Our ids and secrets are the same with and without the form encoding that RFC 6749 section 2.3.1 asks for. */
const readBasic = (authorization: string, posted: Posted) => {
  const [, encoded] = /^basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization) ?? [];
  if (encoded === undefined || encoded.length % 4 !== 0 || posted.client_secret !== undefined)
    return undefined;
  const [, clientId, clientSecret] =
    /^([\w-]+):([\w-]+)$/.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return (posted.client_id ?? clientId) === clientId ? { clientId, clientSecret } : undefined;
};

/** The whole body, which is put back so that the next reader finds it unchanged. */
const peek = (request: IncomingMessage, length: number) =>
  new Promise<Buffer | undefined>(resolve => {
    const finish = (body?: Buffer) => {
      request.off('readable', look);
      request.off('close', finish);
      resolve(body?.length === length ? body : undefined);
    };
    const look = () => {
      const body: Buffer | null = request.read(length);
      if (body === null) return;
      request.unshift(body);
      finish(body);
    };
    request.on('close', finish);
    request.on('readable', look);
  });

import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { distinct, id, timestamp } from './fields.ts';

/** The software that may register clients: no software, software that was given a token, or any software. */
export const registrationModes = ['Off', 'Token', 'Open'] as const;
const mode = z.enum(registrationModes);

export const registrationLimits = {
  clients: { usual: 100, most: 10_000 },
  unusedDays: { usual: 30, most: 365 },
} as const;

/** A host, `*.` and a domain for all hosts below it, or a private-use scheme with its colon (RFC 8252 section 7.1). */
const redirectHost = z
  .string()
  .max(253)
  .toLowerCase()
  .regex(/^(?:(?:\*\.)?[\da-z](?:[\da-z.-]*[\da-z])?|[a-z][\da-z+.-]*:)$/, {
    error: 'validation.redirect_host',
  });

/** Settings for dynamic client registration (RFC 7591). */
export const registrationConfig = z.strictObject({
  mode,
  /** The most clients that there can be which registered themselves. */
  maximumClients: z.number().int().min(1).max(registrationLimits.clients.most),
  /** Clients that got no token for so many days are deleted. */
  unusedDays: z.number().int().min(1).max(registrationLimits.unusedDays.most),
  /** The only hosts and schemes to which such clients can have users sent; none of them: any. */
  redirectHosts: distinct(z.array(redirectHost).max(100)),
});
export type RegistrationConfig = z.infer<typeof registrationConfig>;

/** Fields that only a client that registered itself has. */
export const clientRegistration = z.object({
  /** The initial access token that it came with; `null` where registration was open. */
  initialAccessTokenName: z.string().nullable(),
  /** When it last got a token; `null`: never. */
  lastUsedAt: timestamp.nullable(),
});
export type ClientRegistration = z.infer<typeof clientRegistration>;

const initialAccessToken = z.object({
  tenantId: id,
  id,
  name: z.string().min(1).max(128),
  createdAt: timestamp,
  expiresAt: timestamp.nullable(),
  /** The number of clients that can register with it. `null` is unlimited. */
  maximumUses: z.number().int().min(1).nullable(),
  useCount: z.number().int().min(0),
});
export type InitialAccessToken = z.infer<typeof initialAccessToken>;

const path = '/configs/client-registration';
const tokens = `${path}/initial-access-tokens`;
const read = 'configs:read';
const write = 'configs:write';
const change = 'client-registration';

export const clientRegistrations = defineRows({
  readConfig: {
    method: 'get',
    path,
    summary: 'Read the dynamic client registration settings',
    response: registrationConfig,
    status: 200,
    permission: read,
  },
  updateConfig: {
    method: 'patch',
    path,
    summary: 'Update the dynamic client registration settings',
    body: z.strictObject(registrationConfig.partial().shape),
    response: registrationConfig,
    status: 200,
    permission: write,
    change,
  },
  listTokens: {
    method: 'get',
    path: tokens,
    summary: 'List initial access tokens for dynamic client registration',
    response: z.array(initialAccessToken),
    status: 200,
    permission: read,
  },
  createToken: {
    method: 'post',
    path: tokens,
    summary: 'Create an initial access token; its value is only in this response',
    body: z.strictObject({
      name: initialAccessToken.shape.name,
      expiresAt: timestamp
        .refine(time => time > Date.now(), { error: 'validation.future_time' })
        .nullable()
        .optional(),
      maximumUses: z.number().int().min(1).max(registrationLimits.clients.most).nullable().optional(),
    }),
    response: initialAccessToken.extend({ value: z.string() }),
    status: 201,
    permission: write,
    change,
  },
  deleteToken: {
    method: 'delete',
    path: `${tokens}/:id`,
    summary: 'Revoke an initial access token; clients that registered with it stay',
    status: 204,
    permission: write,
    change,
  },
});

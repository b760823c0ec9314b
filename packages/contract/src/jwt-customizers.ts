import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { jsonObject } from './fields.ts';

/** The tokens that scripts can add claims to, as paths name them and as they are stored. */
export const customizerKeys = {
  'access-token': 'jwt.accessToken',
  'client-credentials': 'jwt.clientCredentials',
} as const;

export type CustomizedToken = keyof typeof customizerKeys;
export type CustomizerKey = (typeof customizerKeys)[CustomizedToken];

export const script = z
  .string()
  .min(1)
  .max(64 * 1024);
export const environmentVariables = z.record(z.string().min(1).max(128), z.string().max(4096));

export const jwtCustomizer = z.object({
  /** JavaScript that defines `getCustomJwtClaims`. */
  script,
  environmentVariables: environmentVariables.optional(),
  contextSample: jsonObject.optional(),
  tokenSample: jsonObject.optional(),
  /** Whether a failing script stops the token. Otherwise it is issued without the script's claims. */
  blockIssuanceOnError: z.boolean().optional(),
});
export type JwtCustomizer = z.infer<typeof jwtCustomizer>;

const writeCustomizer = z.strictObject(jwtCustomizer.shape);

const tryCustomizer = z.strictObject({
  tokenType: z.enum(['access-token', 'client-credentials', 'accessToken', 'clientCredentials']),
  script,
  environmentVariables: environmentVariables.optional(),
  token: jsonObject,
  context: jsonObject.optional(),
});

/** The result of a test run: the claims, a denial, or an error with its line. */
export const trial = z.object({
  kind: z.enum(['claims', 'denied', 'failed']),
  claims: jsonObject.optional(),
  message: z.string().optional(),
  line: z.number().int().optional(),
  /** Console output of the script. */
  output: z.array(z.string()),
});
export type Trial = z.infer<typeof trial>;

const read = 'configs:read';
const write = 'configs:write';
const change = 'jwt-customizer';
const path = '/configs/jwt-customizer/:tokenTypePath';

export const jwtCustomizers = defineRows({
  list: {
    method: 'get',
    path: '/configs/jwt-customizer',
    summary: 'List custom JWT scripts',
    response: z.array(z.object({ key: z.enum(Object.values(customizerKeys)), value: jwtCustomizer })),
    status: 200,
    permission: read,
  },
  read: {
    method: 'get',
    path,
    summary: 'Read the custom JWT script of a token type',
    response: jwtCustomizer,
    status: 200,
    permission: read,
    unknown: ['guard.invalid_input', 'entity.not_exists_with_id'],
  },
  replace: {
    method: 'put',
    path,
    summary: 'Set the custom JWT script of a token type',
    body: writeCustomizer,
    response: jwtCustomizer,
    status: 200,
    otherStatus: 201,
    permission: write,
    quota: ['customJwtEnabled'],
    change,
    errors: ['jwt_customizer.can_not_create_for_admin_tenant'],
    unknown: [],
  },
  update: {
    method: 'patch',
    path,
    summary: 'Update the custom JWT script of a token type',
    body: writeCustomizer,
    response: jwtCustomizer,
    status: 200,
    permission: write,
    quota: ['customJwtEnabled'],
    change,
    unknown: ['entity.not_exists_with_id'],
  },
  delete: {
    method: 'delete',
    path,
    summary: 'Delete the custom JWT script of a token type',
    status: 204,
    permission: write,
    change,
    unknown: ['guard.invalid_input', 'entity.not_found'],
  },
  test: {
    method: 'post',
    path: '/configs/jwt-customizer/test',
    summary: 'Test a custom JWT script without saving it',
    body: tryCustomizer,
    response: jsonObject,
    status: 200,
    permission: write,
    errors: [{ code: 'jwt_customizer.general', status: 403 }, 'jwt_customizer.general'],
  },
  try: {
    method: 'post',
    path: '/configs/jwt-customizer/try',
    summary: 'Try a custom JWT script, with the console output of the script',
    body: tryCustomizer,
    response: trial,
    status: 200,
    permission: write,
  },
});

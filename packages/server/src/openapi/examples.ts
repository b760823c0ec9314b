import type { Json } from './schemas.ts';

/** Values that look like what the field of that name usually holds. */
const byField: Readonly<Record<string, unknown>> = {
  id: 'x3k9w7q2m5r8t1v4y6z0b',
  tenantId: 'default',
  userId: 'u7m2k9p4w1qx',
  name: 'Example',
  description: 'An example.',
  username: 'kim',
  primaryEmail: 'kim@example.com',
  email: 'kim@example.com',
  supportEmail: 'support@example.com',
  replyTo: 'support@example.com',
  invitee: 'kim@example.com',
  recipient: 'kim@example.com',
  primaryPhone: '14155550123',
  phone: '14155550123',
  url: 'https://hooks.example.com/gatehouse',
  avatar: 'https://example.com/kim.png',
  locale: 'en',
  password: 'correct horse battery staple',
  code: '123456',
  primaryColor: '#5b4bd6',
  darkPrimaryColor: '#7c6ff0',
  emailDomain: 'example.com',
  fallbackLanguage: 'en',
  domain: 'auth.example.com',
  host: 'app.example.com',
  indicator: 'https://api.example.com',
  languageTag: 'en',
  language: 'en',
  verificationCode: '123456',
  token: 'q7Zt4Xw9Lr2Vn6Ks1Yd8Hb3Mf5Jc0Gp',
  state: 'kX2mV9pQ4rT7wZ1n',
  redirectUri: 'https://app.example.com/callback',
  connectorName: 'Harbor Entra ID',
  skuId: 'pro',
  tokenTypePath: 'access-token',
  templateType: 'SignIn',
  resource: 'https://api.example.com',
  target: 'github',
  scopeType: 'user-scopes',
  actionType: 'action.postSignIn',
  factoryId: 'smtp',
  label: 'Job title',
  script: "return { plan: 'gold' };",
  customCss: 'button { border-radius: 8px; }',
  logo: 'https://example.com/logo.svg',
  logoDark: 'https://example.com/logo-dark.svg',
  displayName: 'Harbor Books',
  siteKey: '0x4AAAAAAADnPIDROrmt1Wwj',
  subject: 'Your sign-in code',
  content: 'Your code is {{code}}.',
  path: '/users',
  method: 'PATCH',
  role: 'collaborator',
  fileName: 'users.csv',
  issuer: 'https://login.example.com',
  audience: 'https://api.example.com',
  platform: 'Web',
  tenantName: 'Harbor Books',
  inviterName: 'Kim Harbor',
  roleName: 'collaborator',
  formatted: '1 Harbor Street, Portland',
  isSuspended: false,
};

/** States that most objects are not in: null where the schema allows it. */
const unusual = new Set([
  'suspensionReason',
  'deletionDueAt',
  'reverts',
  'revertedBy',
  'error',
  'errorMessage',
  'metadataError',
  'failedAt',
  'nextTryAt',
]);

/** A time, in milliseconds since the epoch. */
const time = 1_767_225_600_000;

/** Deeper than this, an example explains less than it takes room. */
const deepest = 6;

/**
 * A value that fits a schema, as an example for readers. Optional fields are left out, and so is the whole example where
 * a pattern leaves no value to guess.
 */
export const exampleOf = (schema: Json, components: Record<string, Json>) => {
  try {
    return sample(schema, components);
  } catch (error) {
    if (error instanceof NoExample) return undefined;
    throw error;
  }
};

class NoExample extends Error {}

const sample = (schema: Json, components: Record<string, Json>, field = '', depth = 0): unknown => {
  if (depth > deepest) throw new NoExample();
  const inner = (part: unknown, name = field) => sample(part as Json, components, name, depth + 1);
  if (typeof schema.$ref === 'string') {
    const component = components[schema.$ref.slice('#/components/schemas/'.length)];
    return inner(component ?? {});
  }
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) {
    if (unusual.has(field) && choices.some(({ type }) => type === 'null')) return null;
    return firstOf(choices, inner);
  }
  if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map(part => inner(part)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object': {
      const { properties = {}, required = [] } = schema as { properties?: Json; required?: string[] };
      return Object.fromEntries(required.map(name => [name, inner(properties[name] ?? {}, name)]));
    }
    case 'array':
      return schema.minItems || depth < 3 ? [inner(schema.items ?? {})] : [];
    case 'string':
      return sampleText(schema, field);
    case 'number':
    case 'integer':
      return sampleNumber(schema, field);
    case 'boolean':
      return byField[field] !== false;
    case 'null':
      return null;
    default:
      return {};
  }
};

const firstOf = (choices: unknown[], inner: (part: unknown) => unknown) => {
  for (const choice of choices) {
    try {
      return inner(choice);
    } catch (error) {
      if (!(error instanceof NoExample)) throw error;
    }
  }
  throw new NoExample();
};

const byFormat: Readonly<Record<string, string>> = {
  uri: 'https://app.example.com',
  email: 'kim@example.com',
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
};

const sampleText = (schema: Json, field: string) => {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema as Record<string, number>;
  const isFitting = (value: unknown): value is string =>
    typeof value === 'string' &&
    value.length >= minLength &&
    value.length <= maxLength &&
    (typeof schema.pattern !== 'string' || new RegExp(schema.pattern, 'u').test(value));
  const format = byFormat[String(schema.format)];
  const known = byField[field] ?? (isIdentifier(field) ? byField.id : undefined);
  const candidates = format ? [known, format] : [known, 'example', 'https://app.example.com', '2026'];
  const value = candidates.find(isFitting);
  if (value === undefined || (format && !isOfFormat(value, format))) throw new NoExample();
  return value;
};

const isIdentifier = (field: string) => /(^|[a-z])Ids?$/.test(field);

/** The example value of a path parameter. */
export const exampleParameter = (name: string) => String(byField[name] ?? byField.id);

const isOfFormat = (value: string, format: string) => format !== byFormat.uri || URL.canParse(value);

const sampleNumber = (schema: Json, field: string) => {
  const {
    minimum = 0,
    maximum = Number.POSITIVE_INFINITY,
    exclusiveMinimum = -1,
  } = schema as Record<string, number>;
  const value = /(^a|A)t$/.test(field) ? time : Math.max(minimum, exclusiveMinimum + 1, 1);
  return Math.min(value, maximum);
};

import { z } from 'zod';
import { brandVariables } from './env-brand.ts';
import { EnvironmentError } from './env-error.ts';
import {
  flag,
  headerName,
  hostName,
  listOf,
  origin,
  port,
  postgresql,
  proxies,
  secretKey,
  wholeDays,
} from './env-fields.ts';

/** Every variable that the product reads; `docs/configuration.md` is printed from this table. */
export const variables = z.object({
  PORT: port
    .default(3001)
    .describe('The port of the tenant endpoint: sign-in pages, OpenID Connect and APIs.'),
  ADMIN_PORT: port.default(3002).describe('The port of the console.'),
  ENDPOINT: origin
    .optional()
    .describe('The public address of the tenant endpoint. Default: `http://localhost:{PORT}`.'),
  ADMIN_ENDPOINT: origin
    .optional()
    .describe('The public address of the console. Default: `http://localhost:{ADMIN_PORT}`.'),
  DATABASE_URL: postgresql
    .optional()
    .describe('The address of a PostgreSQL (15 or newer). Without it, the embedded database is used.'),
  DATABASE_DIRECT_URL: postgresql
    .optional()
    .describe(
      'The same database without the pooler, where `DATABASE_URL` leads through one (PgBouncer, Supabase, Neon): for migrations, and to hear at once what other processes change. Without it, such changes take up to three seconds.',
    ),
  DATABASE_REPLICA_URLS: listOf(postgresql)
    .default([])
    .describe(
      'Addresses of replicas of the same PostgreSQL, with commas between them. Lists, searches, logs and the dashboard are read there, never older than what was saved before; a replica that lags or is away is left out.',
    ),
  GATEHOUSE_DATA_DIR: z
    .string()
    .min(1, 'a directory')
    .default('./data')
    .describe('Where the embedded database, the secret key and uploaded files are kept.'),
  GATEHOUSE_EDITION: z
    .enum(['oss', 'cloud'], 'oss or cloud')
    .default('oss')
    .describe('`oss`: one tenant, console at `/console`. `cloud`: many tenants, console at `/`.'),
  GATEHOUSE_TENANTS_BY: z
    .enum(['host', 'path'], 'host or path')
    .default('host')
    .describe(
      'Cloud edition: whether each tenant has a host of its own (`{tenantId}.example.com`), or a path on one host (`example.com/t/{tenantId}`).',
    ),
  GATEHOUSE_WORKERS: z.coerce
    .number<string>('a whole number from 1 to 64')
    .int('a whole number from 1 to 64')
    .min(1, 'a whole number from 1 to 64')
    .max(64, 'a whole number from 1 to 64')
    .default(1)
    .describe('How many processes serve requests. More than one needs `DATABASE_URL`.'),
  TRUST_PROXY: proxies
    .default(0)
    .describe(
      'Which reverse proxies may name the client (`X-Forwarded-For`, `X-Forwarded-Host`): how many stand in front of the server (`true` is 1), or their addresses and ranges, such as `10.0.0.0/8,fd00::/8`. Without it, the address of the connection counts.',
    ),
  GATEHOUSE_OTHER_HOSTS: listOf(hostName)
    .default([])
    .describe(
      'Other host names that the server answers to, with commas between them, such as its name in a private network. A request for an unknown host gets 421. Addresses in answers are always those of `ENDPOINT`.',
    ),
  GATEHOUSE_COUNTRY_HEADER: headerName.describe(
    'The header in which a trusted proxy names the country of a visitor by two letters, such as `CF-IPCountry`. Adaptive MFA then notices new countries, and sessions say where they began.',
  ),
  GATEHOUSE_CITY_HEADER: headerName.describe(
    'The header in which a trusted proxy names the city of a visitor, such as `CF-IPCity`. Sessions then say where they began.',
  ),
  GATEHOUSE_DRAIN_SECONDS: z.coerce
    .number<string>('a number of seconds')
    .min(0, 'at least 0')
    .max(300, 'at most 300')
    .default(0)
    .describe(
      'How long a process that is told to stop (SIGTERM) goes on to serve while `/readyz` says 503, so that a load balancer can notice. A bit more than two of its checks.',
    ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'trace, debug, info, warn, error or silent')
    .default('info')
    .describe('The least important messages that are logged.'),
  GATEHOUSE_SECRET_KEY: secretKey
    .optional()
    .describe(
      'Seals the secrets in the database. Without it, a key is made in `{GATEHOUSE_DATA_DIR}/secret.key`.',
    ),
  GATEHOUSE_OTHER_SECRET_KEYS: listOf(secretKey)
    .default([])
    .describe(
      'Keys that open what they sealed and seal nothing, with commas between them, while the secret key is being replaced (`docs/deployment.md`).',
    ),
  GATEHOUSE_MANAGEMENT_AUDIENCE: z
    .string()
    .includes('{tenantId}', { error: 'an address with {tenantId} in it' })
    .optional()
    .describe(
      'The audience of the management API, for scripts written for another one. Default: `https://{tenantId}.gatehouse.app/api`.',
    ),
  GATEHOUSE_LOG_RETENTION_DAYS: wholeDays
    .min(1, 'at least one day')
    .max(36_500, 'at most a hundred years')
    .default(90)
    .describe('How many days the audit log is kept. In the cloud edition the plan of a tenant decides.'),
  GATEHOUSE_REACH_LINK_LOCAL: flag
    .default(false)
    .describe(
      'Whether webhooks, connectors and other outgoing requests may reach link-local addresses, where clouds hand out the credentials of a machine. The cloud edition never reaches private networks.',
    ),
  GATEHOUSE_CLIENT_DOCUMENT_HOSTS: listOf(hostName)
    .default([])
    .describe(
      'Hosts on a private network whose client ID metadata documents may be read, with commas between them. All others must be on the internet, because anyone can name an address. The cloud edition never reaches private networks.',
    ),
  GATEHOUSE_CHANGE_RETENTION_DAYS: wholeDays
    .min(1, 'at least one day')
    .max(36_500, 'at most a hundred years')
    .default(730)
    .describe('How many days the history of changes is kept. Older changes cannot be seen or undone.'),
  GATEHOUSE_ERASURE_DAYS: wholeDays
    .min(0, 'no negative number of days')
    .max(3650, 'at most ten years')
    .default(30)
    .describe(
      'How many days after the deletion of a user the deletion can be undone. Then all personal data of the user is erased.',
    ),
  GATEHOUSE_ADDRESS_LIMIT: z.coerce
    .number<string>('a whole number')
    .int('a whole number')
    .min(0, 'a whole number')
    .default(300)
    .describe(
      'How many failed proofs, sent codes and new usernames with a password (each counted for itself) one network address may cause in a tenant within an hour, and a tenth of that: how many clients it may register without a token. 0: as many as it likes.',
    ),
  GATEHOUSE_BREACH_LOOKUP_URL: origin
    .optional()
    .describe('Where leaked passwords are looked up. Default: `https://api.pwnedpasswords.com/range`.'),
  GATEHOUSE_CAPTCHA_VERIFY_URL: origin
    .optional()
    .describe('Where captcha tokens are checked, instead of at the provider itself.'),
  GATEHOUSE_CAPTCHA_SCRIPT_URL: origin
    .optional()
    .describe('Where the sign-in pages get the scripts of captchas, instead of from the provider itself.'),
  GATEHOUSE_METRICS_TOKEN: z
    .string()
    .min(16, 'at least 16 characters')
    .optional()
    .describe(
      "The bearer token with which `/metrics` on the console's port is read. Without it, only requests from the same machine, by `localhost` and without a proxy, may read them.",
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'an address that begins with smtp:// or smtps://' })
    .optional()
    .describe(
      'The mail server for the email of the console and, in the cloud, of the built-in email service, with name and password: `smtps://name:password@mail.example.com`. Without it, messages are kept in the development mailbox.',
    ),
  SMTP_FROM: z
    .string()
    .optional()
    .describe('The sender of these messages, such as `Example <no-reply@example.com>`.'),
  GATEHOUSE_DNS_SERVER: z
    .string()
    .regex(
      /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:]+\])(:\d{1,5})?$/i,
      'an IP address, with a port after a colon if need be',
    )
    .optional()
    .describe('The DNS server that custom domains are looked up at. Default: that of the system.'),
  PROTECTED_APPS_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'a host name, such as apps.example.com')
    .transform(name => name.toLowerCase())
    .optional()
    .describe(
      'The domain below which protected applications have their hosts; all names below it must lead to the tenant endpoint. Default: `apps.localhost` where the tenant endpoint is at localhost; otherwise there are no protected applications.',
    ),
  CLOUDFLARE_API_TOKEN: z
    .string()
    .optional()
    .describe(
      'Custom domains go through Cloudflare for SaaS. Without it, a reverse proxy gets their certificates (`docs/domains.md`).',
    ),
  CLOUDFLARE_ZONE_ID: z.string().optional().describe('The id of the zone at Cloudflare.'),
  CLOUDFLARE_CNAME_TARGET: z
    .string()
    .optional()
    .describe('The name in that zone which custom domains are aliases of.'),
  CLOUDFLARE_API_URL: origin.optional().describe('Another address than Cloudflare’s own, for tests.'),
  GATEHOUSE_CONNECTORS: listOf(z.string())
    .default([])
    .describe(
      'Names of installed packages, with commas between them, that bring more connectors (`docs/guides/connectors.md`).',
    ),
  GATEHOUSE_CONNECTORS_URL: origin
    .optional()
    .describe(
      'Where the hosts of social, mail and SMS providers are found instead of on the internet, for tests: `{address}/{host}/{path}`.',
    ),
  STRIPE_SECRET_KEY: z
    .string()
    .optional()
    .describe('Cloud edition: takes payments by Stripe. Without it, a sandbox stands in and no money moves.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .optional()
    .describe('The signing secret of the Stripe webhook, which is at `{ADMIN_ENDPOINT}/webhooks/stripe`.'),
  STRIPE_PRICE_ID: z.string().optional().describe('The id of the price of the Pro plan at Stripe.'),
  STRIPE_API_URL: origin.optional().describe('Another address than Stripe’s own, for tests.'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket')
    .optional()
    .describe(
      'Keeps uploaded files in this bucket of an S3-compatible store. Without it, they are on disk, where other machines do not see them.',
    ),
  S3_ACCESS_KEY_ID: z.string().optional().describe('The key that may read and write the bucket.'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('The secret of that key.'),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'the name of a region')
    .default('us-east-1')
    .describe('The region of the bucket.'),
  S3_ENDPOINT: origin
    .optional()
    .describe('The address of the store. Default: Amazon’s own, `https://s3.{S3_REGION}.amazonaws.com`.'),
  GATEHOUSE_RELEASES_URL: origin
    .optional()
    .describe(
      'Where the newest release is looked up, every six hours: an address that answers `{ "latestRelease": "v1.32.0" }`. Without it, nothing is looked up.',
    ),
  ASSISTANT_URL: origin
    .optional()
    .describe(
      'An OpenAI-compatible endpoint that answers questions in the console from our guides, such as `https://api.openai.com/v1`. Without it, the guides are searched.',
    ),
  ASSISTANT_MODEL: z.string().default('gpt-4o-mini').describe('The model that answers.'),
  ASSISTANT_API_KEY: z.string().optional().describe('The key of that endpoint.'),
  ...brandVariables,
  GATEHOUSE_DEV_FEATURES: flag.default(false).describe('Whether features that are not finished are shown.'),
});

export type Environment = Required<Pick<Variables, 'ENDPOINT' | 'ADMIN_ENDPOINT'>> & Variables;
type Variables = z.output<typeof variables>;

export const parseEnvironment = (record: Record<string, string | undefined>): Environment => {
  // An empty variable is one that somebody switched off.
  const given = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const first = new Map(
      parsed.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]),
    );
    throw new EnvironmentError(
      [...first].toReversed().map(([variable, expected]) => ({ variable, expected })),
    );
  }
  const { data } = parsed;
  if (data.GATEHOUSE_WORKERS > 1 && !data.DATABASE_URL) {
    throw new EnvironmentError([
      { variable: 'GATEHOUSE_WORKERS', expected: '1 as long as DATABASE_URL is not set' },
    ]);
  }
  requireAllOrNone(data, 'Stripe', ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_ID']);
  requireAllOrNone(data, 'the mail server', ['SMTP_URL', 'SMTP_FROM']);
  requireAllOrNone(data, 'Cloudflare', [
    'CLOUDFLARE_API_TOKEN',
    'CLOUDFLARE_ZONE_ID',
    'CLOUDFLARE_CNAME_TARGET',
  ]);
  requireAllOrNone(data, 'the bucket', ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']);
  const endpoint = data.ENDPOINT ?? `http://localhost:${data.PORT}`;
  const isLocal = new URL(endpoint).hostname === 'localhost';
  return {
    ...data,
    PROTECTED_APPS_DOMAIN: data.PROTECTED_APPS_DOMAIN ?? (isLocal ? 'apps.localhost' : undefined),
    ENDPOINT: endpoint,
    ADMIN_ENDPOINT: data.ADMIN_ENDPOINT ?? `http://localhost:${data.ADMIN_PORT}`,
  };
};

const requireAllOrNone = (data: Variables, service: string, names: (keyof Variables)[]) => {
  const missing = names.filter(variable => !data[variable]);
  if (missing.length === 0 || missing.length === names.length) return;
  throw new EnvironmentError(
    missing.map(variable => ({ variable, expected: `set when the others of ${service} are` })),
  );
};

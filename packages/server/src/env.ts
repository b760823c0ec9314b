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
      'The same database without the pooler, if `DATABASE_URL` points to one (PgBouncer, Supabase, Neon). Used for migrations and change notifications. Without it, changes made by other processes take up to three seconds to apply.',
    ),
  DATABASE_REPLICA_URLS: listOf(postgresql)
    .default([])
    .describe(
      'Addresses of streaming replicas, separated by commas. Lists, searches, logs and the dashboard are read there and are never stale. A replica that lags or is unavailable is skipped.',
    ),
  GATEHOUSE_DATA_DIR: z
    .string()
    .min(1, 'a directory')
    .default('./data')
    .describe('The folder of the embedded database, the secret key and uploaded files.'),
  GATEHOUSE_EDITION: z
    .enum(['oss', 'cloud'], 'oss or cloud')
    .default('oss')
    .describe('`oss`: one tenant, console at `/console`. `cloud`: many tenants, console at `/`.'),
  GATEHOUSE_TENANTS_BY: z
    .enum(['host', 'path'], 'host or path')
    .default('host')
    .describe(
      'Cloud edition: `host` gives each tenant its own host (`{tenantId}.example.com`), `path` a path on one host (`example.com/t/{tenantId}`).',
    ),
  GATEHOUSE_WORKERS: z.coerce
    .number<string>('a whole number from 1 to 64')
    .int('a whole number from 1 to 64')
    .min(1, 'a whole number from 1 to 64')
    .max(64, 'a whole number from 1 to 64')
    .default(1)
    .describe('The number of processes. More than one requires `DATABASE_URL`.'),
  TRUST_PROXY: proxies
    .default(0)
    .describe(
      'The reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Host` are trusted: their number (`true` is 1), or their addresses and ranges, such as `10.0.0.0/8,fd00::/8`. Without it, the address of the connection is used.',
    ),
  GATEHOUSE_OTHER_HOSTS: listOf(hostName)
    .default([])
    .describe(
      'Other host names that the server answers to, separated by commas, such as its name in a private network. A request for an unknown host gets 421. Addresses in responses always use `ENDPOINT`.',
    ),
  GATEHOUSE_COUNTRY_HEADER: headerName.describe(
    'The header in which a trusted proxy sends the visitor’s two-letter country code, such as `CF-IPCountry`. Used by adaptive MFA and shown with sessions.',
  ),
  GATEHOUSE_CITY_HEADER: headerName.describe(
    'The header in which a trusted proxy sends the visitor’s city, such as `CF-IPCity`. Shown with sessions.',
  ),
  GATEHOUSE_DRAIN_SECONDS: z.coerce
    .number<string>('a number of seconds')
    .min(0, 'at least 0')
    .max(300, 'at most 300')
    .default(0)
    .describe(
      'How long a process continues to serve after SIGTERM while `/readyz` returns 503, so that the load balancer notices. Set a little more than two of its check intervals.',
    ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'trace, debug, info, warn, error or silent')
    .default('info')
    .describe('The minimum level of messages to log.'),
  GATEHOUSE_SECRET_KEY: secretKey
    .optional()
    .describe(
      'Encrypts the secrets in the database. Without it, a key is created in `{GATEHOUSE_DATA_DIR}/secret.key`.',
    ),
  GATEHOUSE_OTHER_SECRET_KEYS: listOf(secretKey)
    .default([])
    .describe(
      'Previous secret keys, separated by commas. They decrypt but do not encrypt, while the secret key is being replaced (`docs/deployment.md`).',
    ),
  GATEHOUSE_MANAGEMENT_AUDIENCE: z
    .string()
    .includes('{tenantId}', { error: 'an address with {tenantId} in it' })
    .optional()
    .describe(
      'The audience of the management API, if your scripts expect another one. Default: `https://{tenantId}.gatehouse.app/api`.',
    ),
  GATEHOUSE_LOG_RETENTION_DAYS: wholeDays
    .min(1, 'at least one day')
    .max(36_500, 'at most a hundred years')
    .default(90)
    .describe('How many days the audit log is kept. In the cloud edition the plan decides.'),
  GATEHOUSE_REACH_LINK_LOCAL: flag
    .default(false)
    .describe(
      'Whether webhooks, connectors and other outgoing requests can reach link-local addresses, where cloud providers serve machine credentials. The cloud edition never reaches private networks.',
    ),
  GATEHOUSE_CLIENT_DOCUMENT_HOSTS: listOf(hostName)
    .default([])
    .describe(
      'Hosts on a private network whose client ID metadata documents can be read, separated by commas. All others must be on the internet, because anyone can name an address. The cloud edition never reaches private networks.',
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
      'How many failed verifications, sent codes and new usernames (each counted separately) one IP address can cause in a tenant per hour. A tenth of it limits client registrations without a token. 0 turns the limit off.',
    ),
  GATEHOUSE_BREACH_LOOKUP_URL: origin
    .optional()
    .describe(
      'The service that checks for leaked passwords. Default: `https://api.pwnedpasswords.com/range`.',
    ),
  GATEHOUSE_CAPTCHA_VERIFY_URL: origin
    .optional()
    .describe('The address that verifies CAPTCHA tokens, instead of the provider’s own.'),
  GATEHOUSE_CAPTCHA_SCRIPT_URL: origin
    .optional()
    .describe('The address of CAPTCHA scripts, instead of the provider’s own.'),
  GATEHOUSE_METRICS_TOKEN: z
    .string()
    .min(16, 'at least 16 characters')
    .optional()
    .describe(
      "The bearer token for `/metrics` on the console's port. Required if `ADMIN_ENDPOINT` has a public name. Otherwise requests from `localhost` can read it without a token.",
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'an address that begins with smtp:// or smtps://' })
    .optional()
    .describe(
      'The mail server for emails of the console and, in the cloud edition, of the built-in email service, with username and password: `smtps://name:password@mail.example.com`. Without it, emails stay in the development mailbox.',
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
    .describe('The DNS server that checks custom domains. Default: the system’s.'),
  PROTECTED_APPS_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'a host name, such as apps.example.com')
    .transform(name => name.toLowerCase())
    .optional()
    .describe(
      'The domain of protected applications. All names below it must point to the tenant endpoint. Default: `apps.localhost` if the tenant endpoint is on localhost. Otherwise there are no protected applications.',
    ),
  CLOUDFLARE_API_TOKEN: z
    .string()
    .optional()
    .describe(
      'Serves custom domains with Cloudflare for SaaS. Without it, a reverse proxy gets their certificates (`docs/domains.md`).',
    ),
  CLOUDFLARE_ZONE_ID: z.string().optional().describe('The ID of the Cloudflare zone.'),
  CLOUDFLARE_CNAME_TARGET: z
    .string()
    .optional()
    .describe('The name in that zone that custom domains point to.'),
  CLOUDFLARE_API_URL: origin.optional().describe('Replaces the Cloudflare API, for tests.'),
  GATEHOUSE_CONNECTORS: listOf(z.string())
    .default([])
    .describe(
      'Names of installed packages that add connectors, separated by commas (`docs/guides/connectors.md`).',
    ),
  GATEHOUSE_CONNECTORS_URL: origin
    .optional()
    .describe('Replaces the hosts of social, email and SMS providers, for tests: `{address}/{host}/{path}`.'),
  STRIPE_SECRET_KEY: z
    .string()
    .optional()
    .describe(
      'Cloud edition: accepts payments with Stripe. Without it, a sandbox is used and no money moves.',
    ),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .optional()
    .describe('The signing secret of the Stripe webhook, which is at `{ADMIN_ENDPOINT}/webhooks/stripe`.'),
  STRIPE_PRICE_ID: z.string().optional().describe('The Stripe price ID of the Pro plan.'),
  STRIPE_API_URL: origin.optional().describe('Replaces the Stripe API, for tests.'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket')
    .optional()
    .describe(
      'The bucket of an S3-compatible store for uploaded files. Without it, files are stored on disk, which other machines cannot see.',
    ),
  S3_ACCESS_KEY_ID: z.string().optional().describe('The access key that can read and write the bucket.'),
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
      'The address to check for new releases every six hours. It returns `{ "latestRelease": "v1.32.0" }`. Without it, there is no check.',
    ),
  ASSISTANT_URL: origin
    .optional()
    .describe(
      'An OpenAI-compatible endpoint that answers questions in the console from the documentation, such as `https://api.openai.com/v1`. Without it, the documentation is searched.',
    ),
  ASSISTANT_MODEL: z.string().default('gpt-4o-mini').describe('The model of that endpoint.'),
  ASSISTANT_API_KEY: z.string().optional().describe('The API key of that endpoint.'),
  ...brandVariables,
  GATEHOUSE_DEV_FEATURES: flag.default(false).describe('Whether to show unfinished features.'),
});

export type Environment = Required<Pick<Variables, 'ENDPOINT' | 'ADMIN_ENDPOINT'>> & Variables;
type Variables = z.output<typeof variables>;

export const parseEnvironment = (record: Record<string, string | undefined>): Environment => {
  // An empty variable counts as unset.
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

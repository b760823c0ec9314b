import { z } from 'zod';
import { dayMs } from './duration.ts';
import { defineRows, repeated } from './endpoint.ts';
import { id, timestamp } from './fields.ts';

/** A number, and how much more it is than in the time before. */
const change = z.object({ count: z.number().int(), delta: z.number().int() });

const permission = 'dashboard:read';

/** The sign-in methods that sign-ins are counted by: the first verification, and the further factors. */
export const firstFactors = [
  'Password',
  'EmailVerificationCode',
  'PhoneVerificationCode',
  'SignInPasskey',
  'Social',
  'EnterpriseSso',
  'OneTimeToken',
] as const;
export const secondFactors = [
  'Totp',
  'WebAuthn',
  'BackupCode',
  'MfaEmailVerificationCode',
  'MfaPhoneVerificationCode',
] as const;
const countOf = <const F extends readonly string[]>(factors: F) =>
  z.array(z.object({ factor: z.enum(factors), count: z.number().int() }));

/** Usage shown in the list of applications. Applications that were never used are left out. */
const applicationUsage = z.object({
  applicationId: id,
  /** The last token for a user or a machine, or the last SAML response. */
  lastSignInAt: timestamp.nullable(),
  /** Of the last 24 hours, by the hour. */
  signIns: z.number().int(),
  failures: z.number().int(),
  curve: z.array(z.object({ date: z.iso.date(), count: z.number().int() })),
});
export type ApplicationUsage = z.infer<typeof applicationUsage>;

const longestRangeDays = 366;

const isRange = ({ from, to }: { from?: string; to?: string }) => {
  if (!from) return true;
  const days = ((to ? Date.parse(to) : Date.now()) - Date.parse(from)) / dayMs;
  return days >= 0 && days < longestRangeDays;
};

/** Days in UTC. By default, the last one is today, and there are 30. */
const range = z
  .object({ from: z.iso.date().optional(), to: z.iso.date().optional() })
  .refine(isRange, { path: ['from'], error: 'request.invalid_input' });

const upToDate = z
  .object({ from: z.iso.date().optional(), date: z.iso.date().optional() })
  .refine(({ from, date }) => isRange({ from, to: date }), {
    path: ['from'],
    error: 'request.invalid_input',
  });

const dayCounts = z.object({
  date: z.iso.date(),
  activeUsers: z.number().int(),
  newUsers: z.number().int(),
  /** Sign-ins and sign-ups that were started, and those that were completed. */
  started: z.number().int(),
  completed: z.number().int(),
});
export type DayCounts = z.infer<typeof dayCounts>;

const topApplication = z.object({
  applicationId: id,
  name: z.string(),
  signIns: z.number().int(),
  failures: z.number().int(),
  previousSignIns: z.number().int(),
});

export const attentionKinds = [
  'Webhook',
  'Secret',
  'Certificate',
  'SsoCertificate',
  'DevelopmentMailbox',
  'Lockouts',
  'Domain',
] as const;
const attention = z.object({
  kind: z.enum(attentionKinds),
  /** The ID of the object that the line is about. */
  id: z.string(),
  name: z.string(),
  /** When it expires. */
  at: timestamp.nullable(),
  /** Failed deliveries in 24 hours, or lockouts in seven days. */
  count: z.number().int().nullable(),
});
export type Attention = z.infer<typeof attention>;

export const dashboard = defineRows({
  readOverview: {
    method: 'get',
    path: '/dashboard/overview',
    summary: 'Read users and sign-ins by day, and of the same number of days before',
    query: range,
    response: z.object({ days: z.array(dayCounts), previous: z.array(dayCounts) }),
    status: 200,
    permission,
    isHeavy: true,
    errors: ['request.invalid_input'],
  },
  listTopApplications: {
    method: 'get',
    path: '/dashboard/applications/top',
    summary: 'List the applications with the most sign-ins',
    query: range,
    response: z.array(topApplication),
    status: 200,
    permission,
    shows: ['applications:read'],
    isHeavy: true,
    errors: ['request.invalid_input'],
  },
  listAttention: {
    method: 'get',
    path: '/dashboard/attention',
    summary:
      'List failing webhooks, expiring secrets and certificates, development connectors in production, rising lockouts and unverified domains',
    response: z.array(attention),
    status: 200,
    permission,
    shows: ['applications:read', 'hooks:read', 'connectors:read', 'sso-connectors:read', 'domains:read'],
  },
  countUsers: {
    method: 'get',
    path: '/dashboard/users/total',
    summary: 'Count all users',
    response: z.object({ totalUserCount: z.number().int() }),
    status: 200,
    permission,
    isHeavy: true,
  },
  countNewUsers: {
    method: 'get',
    path: '/dashboard/users/new',
    summary: 'Count new users of today and of the last seven days',
    response: z.object({ today: change, last7Days: change }),
    status: 200,
    permission,
    isHeavy: true,
  },
  countActiveUsers: {
    method: 'get',
    path: '/dashboard/users/active',
    summary: 'Count active users up to a date: that day, 7 and 30 days',
    query: upToDate,
    response: z.object({
      dauCurve: z.array(z.object({ date: z.iso.date(), count: z.number().int() })),
      dau: change,
      wau: change,
      mau: change,
    }),
    status: 200,
    permission,
    isHeavy: true,
  },
  countTokens: {
    method: 'get',
    path: '/dashboard/tokens',
    summary: 'Count tokens for users and machine-to-machine applications of the days up to a date',
    query: upToDate,
    response: z.object({
      curve: z.array(
        z.object({
          date: z.iso.date(),
          userTokens: z.number().int(),
          machineTokens: z.number().int(),
        }),
      ),
    }),
    status: 200,
    permission,
    isHeavy: true,
  },
  countSignIns: {
    method: 'get',
    path: '/dashboard/sign-ins',
    summary: 'Count sign-ins, failures and blocks of the days up to a date, and by method',
    query: upToDate,
    response: z.object({
      curve: z.array(
        z.object({
          date: z.iso.date(),
          signIns: z.number().int(),
          registrations: z.number().int(),
          failures: z.number().int(),
          blocks: z.number().int(),
        }),
      ),
      firstFactors: countOf(firstFactors),
      secondFactors: countOf(secondFactors),
    }),
    status: 200,
    permission,
    isHeavy: true,
  },
  listApplications: {
    method: 'get',
    path: '/dashboard/applications',
    summary: 'List the usage of applications: last sign-in, the last 24 hours, and 14 days',
    query: z.object({ applicationId: repeated(id).refine(ids => ids.length <= 100) }),
    response: z.array(applicationUsage),
    status: 200,
    permission,
    shows: ['applications:read'],
  },
});

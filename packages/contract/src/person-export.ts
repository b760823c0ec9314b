import { z } from 'zod';

/** Grows when a reader of the former shape would fail. New parts and new fields do not count. */
export const personExportVersion = 1;

/** The parts of an export, in their order. Each is a list. */
export const personExportParts = [
  'profile',
  'identities',
  'providerTokens',
  'factors',
  'sessions',
  'grants',
  'tokens',
  'personalAccessTokens',
  'roles',
  'organizations',
  'applicationAccess',
  'invitations',
  'places',
  'activeDays',
  'verifications',
  'codes',
  'oneTimeTokens',
  'impersonations',
  'failedAttempts',
  'messages',
  'jobs',
  'checkouts',
  'events',
  'deliveries',
  'changes',
  'auditLog',
] as const;
export type PersonExportPart = (typeof personExportParts)[number];

export const personExportFormats = ['json', 'html'] as const;
export type PersonExportFormat = (typeof personExportFormats)[number];

/** Without a format, the `Accept` header decides; JSON where it does not. */
export const personExportQuery = z.object({ format: z.enum(personExportFormats).optional() });
export const personExportTypes = ['application/json', 'text/html'] as const;

import { printCallYourApi } from './call-your-api.ts';
import { printCommandLine } from './command-line.ts';
import { printErrors } from './errors.ts';
import { printAuditEvents, printWebhookEvents } from './events.ts';
import { printLimits } from './limits.ts';
import { printScopes } from './scopes.ts';

/** The pages that are printed from the code, by the file that the table of contents names. */
export const referencePages: Readonly<Record<string, () => string>> = {
  'guides/call-your-api.md': printCallYourApi,
  'reference/command-line.md': printCommandLine,
  'reference/scopes.md': printScopes,
  'reference/webhook-events.md': printWebhookEvents,
  'reference/audit-events.md': printAuditEvents,
  'reference/error-codes.md': printErrors,
  'reference/limits.md': printLimits,
};

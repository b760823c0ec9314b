import { endApprovals } from '../bundles/managed.ts';
import { type VerifyInput, verifyTenants } from '../database/chain/verify-tenants.ts';
import type { Database } from '../database/database.ts';
import type { Vault } from '../database/vault.ts';
import { seedDemo } from '../demo/seed.ts';
import { createAdministrator } from '../domain/administrators.ts';
import { createManagementApplication } from '../domain/applications.ts';
import { rescueConsole, undoRescue } from '../domain/rescue.ts';
import { findFlawedApplications } from './doctor-applications.ts';
import { promoteDatabase } from './promote-database.ts';
import { resealSecrets } from './reseal-secrets.ts';

/** Database operations of the commands. The running server offers the same over its control socket. */
export const createCommandHandlers = (
  database: Database,
  vault: Vault,
  /** Tells how far a long one has come. */
  print: (line: string) => void = () => undefined,
) => ({
  'approvals end': (input: { tenantId: string }) => endApprovals(database, input.tenantId),
  'application addresses': (_input: Record<string, never>) => findFlawedApplications(database),
  'audit verify': (input: VerifyInput) => verifyTenants(database, input),
  'admin create': (input: { username: string; password: string }) => createAdministrator(database, input),
  'm2m create': (input: { name: string; tenantId?: string }) =>
    createManagementApplication(database, vault, input),
  rescue: (input: { username: string; password: string; email?: string }) => rescueConsole(database, input),
  'rescue undo': (input: { changeId: string }) => undoRescue(database, input.changeId),
  'secrets reseal': (_input: Record<string, never>) => resealSecrets(database, vault, print),
  promote: (input: { to: string }) => promoteDatabase(database, input.to),
  seed: (_input: Record<string, never>) => seedDemo(database, vault),
});

type Handlers = ReturnType<typeof createCommandHandlers>;
export type CommandInputs = { [Name in keyof Handlers]: Parameters<Handlers[Name]>[0] };
export type CommandResults = { [Name in keyof Handlers]: Awaited<ReturnType<Handlers[Name]>> };

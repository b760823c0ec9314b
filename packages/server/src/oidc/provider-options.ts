import type { ExperiencePage } from '@gatehouse/contract/experience-page.ts';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Vault } from '../database/vault.ts';
import type { PlaceHeaders } from '../domain/sign-in/whereabouts.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { Environment } from '../env.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import type { Sandbox } from '../scripts/sandbox.ts';
import type { ConsoleApp } from './clients.ts';
import type { RenderForm } from './provider-forms.ts';
export type ProviderOptions = {
  /** Its client exists on the admin tenant only. */
  consoleApp: ConsoleApp | undefined;
  placeHeaders: PlaceHeaders;
  renderError(
    tenant: Tenant,
    ctx: KoaContextWithOIDC,
    error: NonNullable<ExperiencePage['error']>,
  ): Promise<string>;
  /** Questions that the provider asks people. */
  renderForm: RenderForm;
  outgoing: Outgoing;
  env: Pick<Environment, 'GATEHOUSE_ADDRESS_LIMIT' | 'GATEHOUSE_MANAGEMENT_AUDIENCE'>;
  scripts: Sandbox;
  audit: AuditLog;
  vault: Vault;
};

import type { ExperiencePage } from '@gatehouse/contract/experience-page.ts';
import { readSignInParameters } from '@gatehouse/contract/sign-in-parameters.ts';
import { loadAccountCenter } from '../domain/account-center.ts';
import { listProfileFields } from '../domain/profile-fields.ts';
import type { Brand } from '../domain/public-experience.ts';
import { describeFirstSteps } from '../domain/sign-in-decision.ts';
import type { Tenant } from '../domain/tenant.ts';
import { type ConsoleApp, findClientApplication } from '../oidc/clients.ts';
import { brandOf, describeConsent } from '../oidc/consent.ts';
import type { FoundInteraction } from '../oidc/interactions.ts';
import { describeSignedIn, hintOfSignedIn } from '../oidc/select-account.ts';
import { describeProgress } from '../oidc/sign-in-progress.ts';

/** The settings of the account center and the fields that it lists. */
export const describeAccountCenter = (tenant: Tenant): Promise<Partial<ExperiencePage>> =>
  tenant.database.read(async db => {
    const accountCenter = await loadAccountCenter(db, tenant.id);
    const fields = await listProfileFields(db);
    const listed = accountCenter.profileFields ?? [];
    const accountFields = listed.flatMap(({ name }) => fields.find(field => field.name === name) ?? []);
    return { accountCenter, accountFields: accountFields.filter(({ name }) => !isOwnSetting(name)) };
  });

/** The name and the picture have their own places. */
const isOwnSetting = (name: string) => name === 'name' || name === 'avatar';

/** The content of the first screen of a sign-in. */
export const describeInteraction = async (
  tenant: Tenant,
  interaction: FoundInteraction,
  consoleApp: ConsoleApp,
): Promise<Partial<ExperiencePage>> => {
  const { id, state, prompt } = interaction;
  const hint = await hintOfSignedIn(tenant, interaction);
  return {
    hasInteraction: true,
    interactionId: id,
    ...(await describeApplication(tenant, interaction, consoleApp)),
    parameters: { ...(hint ? { login_hint: hint } : {}), ...readSignInParameters(interaction.params) },
    firstSteps: describeFirstSteps(await tenant.cached.signInConfiguration()),
    ...(state ? { interaction: await describeProgress(tenant, interaction, state) } : {}),
    ...(prompt.name === 'select_account' ? { signedInAs: await describeSignedIn(tenant, interaction) } : {}),
    ...(prompt.name === 'consent' ? { consent: await describeConsent(tenant, interaction) } : {}),
  };
};

const describeApplication = async (
  tenant: Tenant,
  { clientId }: FoundInteraction,
  consoleApp: ConsoleApp,
): Promise<Partial<ExperiencePage>> => {
  const application = await findClientApplication(tenant, clientId, consoleApp);
  if (!application) return {};
  const { id, name, isThirdParty } = application;
  const displayName = (await brandOf(tenant, id))?.displayName;
  return { application: { id, name, isThirdParty, displayName } };
};

/** The application and the organization whose branding a sign-in shows. */
export const brandOfInteraction = ({ clientId, params }: FoundInteraction): Brand => ({
  appId: clientId,
  organizationId: readSignInParameters(params).organization_id,
});

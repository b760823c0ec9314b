import { demoApplicationId } from '@gatehouse/contract/dialect.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';

type Context = { applicationId?: string; organizationId?: string; userId?: string };

/** Template variables in addition to the code or link: the application, the organization and the user. */
export const describeContext = async (
  db: Kysely<Tables>,
  { applicationId, organizationId, userId }: Context,
) => {
  const application = applicationId && (await describeApplication(db, applicationId));
  const organization = organizationId && (await describeOrganization(db, organizationId));
  const user =
    userId && (await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst());
  return {
    ...(application ? { application } : {}),
    ...(organization ? { organization } : {}),
    ...(user ? { user: describeUser(user) } : {}),
  };
};

/** By the name that people see on its sign-in pages. */
const describeApplication = async (db: Kysely<Tables>, id: string) => {
  if (id === demoApplicationId) return { id, name: 'Live preview' };
  const found = await db
    .selectFrom('applications')
    .leftJoin('applicationSignInExperiences as shown', 'shown.applicationId', 'applications.id')
    .select(['applications.name', 'shown.displayName', 'shown.branding'])
    .where('applications.id', '=', id)
    .executeTakeFirst();
  if (!found) return undefined;
  const { name, displayName, branding } = found;
  return {
    id,
    name: displayName ?? name,
    ...(displayName ? { displayName } : {}),
    ...(branding ? { branding } : {}),
  };
};

const describeOrganization = (db: Kysely<Tables>, id: string) =>
  db.selectFrom('organizations').select(['id', 'name', 'branding']).where('id', '=', id).executeTakeFirst();

/** Never more than the user could see of themselves. */
export const describeUser = ({
  id,
  name,
  avatar,
  username,
  primaryEmail,
  primaryPhone,
  profile,
}: Selectable<Tables['users']>) => ({ id, name, avatar, username, primaryEmail, primaryPhone, profile });

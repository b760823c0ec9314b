import { adminTenantId, defaultTenantId } from '@gatehouse/contract/dialect.ts';
import { email as emailPattern, username as usernamePattern } from '@gatehouse/contract/patterns.ts';
import { sql } from 'kysely';
import type { Database, Origin, Write } from '../database/database.ts';
import { RequestError } from '../request-error.ts';
import { systemOrigin } from './origins.ts';
import { hashPassword } from './passwords.ts';
import { forgetSetupCode, hasAnybody } from './setup-code.ts';
import { addMember } from './tenant-members.ts';
import { administratorRoleId } from './tenants.ts';
import { createUser, requireFree } from './users.ts';

type Credentials = { username: string; password: string; primaryEmail?: string };
type NewAdministrator = { username: string; primaryEmail?: string; passwordEncrypted: string };

/** As short as a password from the command line can be, whatever the policy of the console is. */
const shortestPassword = 8;

/** Throws messages that read well in a terminal. */
const requireSound = ({ username, primaryEmail, password }: Credentials) => {
  if (!usernamePattern.safeParse(username).success)
    throw new Error('A username has letters, digits and _, and does not begin with a digit.');
  if (primaryEmail !== undefined && !emailPattern.safeParse(primaryEmail).success)
    throw new Error(`${primaryEmail} is not an email address.`);
  if (password.length < shortestPassword)
    throw new Error(`The password must have at least ${shortestPassword} characters.`);
};

/** Creates an administrator of the default tenant, however many there are. */
export const createAdministrator = async (database: Database, credentials: Credentials) => {
  requireSound(credentials);
  const { username, primaryEmail, password } = credentials;
  const passwordEncrypted = await hashPassword(password);
  return database.tenant(adminTenantId).write(systemOrigin('cli'), async tx => {
    await requireFree(tx.db, { type: 'username', value: username });
    if (primaryEmail !== undefined) await requireFree(tx.db, { type: 'email', value: primaryEmail });
    return insertAdministrator(tx, { username, primaryEmail, passwordEncrypted });
  });
};

/**
 * Creates the first administrator, or refuses if a user exists. The lock lets one of two concurrent requests succeed.
 */
export const createFirstAdministrator = (
  database: Database,
  origin: Origin,
  administrator: NewAdministrator,
) =>
  database.tenant(adminTenantId).write(origin, async tx => {
    await sql`select pg_advisory_xact_lock(hashtext('gatehouse.first-administrator'))`.execute(tx.db);
    if (await hasAnybody(tx.db)) throw new RequestError('setup.already_done');
    await forgetSetupCode(tx.db);
    return insertAdministrator(tx, administrator);
  });

const insertAdministrator = async (tx: Write, administrator: NewAdministrator) => {
  const user = await createUser(tx, administrator);
  tx.object('user', user.id, administrator.username);
  await tx.insert('usersRoles', { userId: user.id, roleId: administratorRoleId(defaultTenantId) });
  await addMember(tx, defaultTenantId, user.id, 'admin');
  return { id: user.id, username: administrator.username };
};

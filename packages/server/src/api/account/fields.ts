import type { account as rows } from '@gatehouse/contract/account.ts';
import type { AccountCenter } from '@gatehouse/contract/account-center.ts';
import { fullnameParts } from '@gatehouse/contract/custom-profile-fields.ts';
import { userProfile } from '@gatehouse/contract/users.ts';
import { loadAccountCenter } from '../../domain/account-center.ts';
import { readProfileValues } from '../../domain/profile-fields.ts';
import type { UserRow } from '../../domain/user-row.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { DirectHandler } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { columnsOf } from '../experience/profile-columns.ts';
import { changeAccount, openAccount } from './open-account.ts';

/** Returns the values of the fields listed in the account center. */
export const readFields: DirectHandler<typeof rows.readFields> = context =>
  context.tenant.database.read(async db => {
    const center = await loadAccountCenter(db, context.tenant.id);
    const { user, requireVisible } = await openAccount({ ...context, db });
    requireVisible('profile');
    return { values: valuesOf(user, center, context.caller) };
  });

export const updateFields: DirectHandler<typeof rows.updateFields> = async context => {
  const { body, tenant, services, caller } = context;
  if (!Object.keys(body.values).every(name => isOpenTo(caller, name)))
    throw new RequestError('auth.unauthorized');
  const center = await tenant.database.read(db => loadAccountCenter(db, tenant.id));
  const names = namesOf(center);
  const given = await readProfileValues({ tenant, scripts: services.scripts }, body.values, {
    isWanted: name => names.includes(name),
  });
  const { user } = await changeAccount(context, async ({ open }) => {
    open.requireEditable('profile');
    const { profile, customData } = open.user;
    const replaced = Object.keys(body.values).flatMap(partsOf);
    const current = { profile: without(profile, replaced), customData: without(customData, replaced) };
    return columnsOf({ fields: given }, current);
  });
  return { values: valuesOf(user, center, caller) };
};

/** The name and the picture have their own places. */
const namesOf = ({ profileFields = [] }: AccountCenter) =>
  profileFields.map(({ name }) => name).filter(name => name !== 'name' && name !== 'avatar');

/** The full name is kept in its parts. */
const partsOf = (name: string): readonly string[] => (name === 'fullname' ? fullnameParts : [name]);

const without = (record: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** Standard claims are part of the profile, the address apart from it. All else that a tenant asks for is custom data. */
const isOpenTo = ({ scopes }: Caller, name: string) => {
  if (name === 'address') return scopes.has('address');
  const isClaim = name === 'fullname' || Object.hasOwn(userProfile.shape, name);
  return scopes.has(isClaim ? 'profile' : 'custom_data');
};

const valuesOf = ({ profile, customData }: UserRow, center: AccountCenter, caller: Caller) => {
  const known: Readonly<Record<string, unknown>> = { ...customData, ...profile };
  const fullname = Object.fromEntries(
    fullnameParts.flatMap(part => (known[part] === undefined ? [] : [[part, known[part]]])),
  );
  const open = namesOf(center).filter(name => isOpenTo(caller, name));
  const values = open.flatMap(name => {
    const value = name === 'fullname' ? fullname : known[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(values) as Awaited<ReturnType<DirectHandler<typeof rows.readFields>>>['values'];
};

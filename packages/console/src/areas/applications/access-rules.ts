import { type AccessControl, applicationAccess } from '@gatehouse/contract/application-access.ts';
import { organizationRoles } from '@gatehouse/contract/organization-roles.ts';
import { organizations } from '@gatehouse/contract/organizations.ts';
import { roles } from '@gatehouse/contract/roles.ts';
import { users } from '@gatehouse/contract/users.ts';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { useRead, useWrite } from '../../api.ts';
import { picks } from '../../templates/assign-dialog.tsx';
import { nameOfPerson } from '../../templates/person.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';

const organizationRule = z.object({ organization: picks, roles: picks });
export type OrganizationRule = z.infer<typeof organizationRule>;

/** Whom the rules name, as the pickers hold it. */
const accessFields = z.object({
  users: picks,
  userRoles: picks,
  organizations: picks,
  organizationRoles: z
    .array(organizationRule)
    .refine(
      rules => rules.every(({ organization, roles: each }) => organization.length > 0 && each.length > 0),
      { error: 'validation.rule_incomplete' },
    ),
});
export type AccessFields = z.infer<typeof accessFields>;

/** Form fields shared by all applications that users sign in to. */
export const guardedFields = { appLevelAccessControlEnabled: z.boolean(), access: accessFields };

const noRules: AccessControl = {
  userIds: [],
  userRoleIds: [],
  organizationIds: [],
  organizationRoleRules: [],
};

/** The users who may sign in to an application. */
export const useAccessFields = (applicationId: string, isAsked: boolean) => {
  const { data: read, failure } = useReadOrFailure(
    applicationAccess.read,
    { params: { applicationId } },
    { enabled: isAsked },
  );
  const rules = isAsked ? read : noRules;
  const { names, isComplete } = useNamesOf(rules);
  // Refetching names after a save must not unmount the form, and with it unsaved values.
  const [wasComplete, setWasComplete] = useState(false);
  useEffect(() => {
    if (isComplete) setWasComplete(true);
  }, [isComplete]);
  const data = rules && (isComplete || wasComplete) ? toAccessFields(rules, names) : undefined;
  return { data, failure };
};

const toAccessFields = (rules: AccessControl, names: Map<string, string>): AccessFields => {
  const named = (value: string) => ({ value, label: names.get(value) ?? value });
  return {
    users: rules.userIds.map(named),
    userRoles: rules.userRoleIds.map(named),
    organizations: rules.organizationIds.map(named),
    organizationRoles: rules.organizationRoleRules.map(({ organizationId, organizationRoleIds }) => ({
      organization: [named(organizationId)],
      roles: organizationRoleIds.map(named),
    })),
  };
};

/** Saved first: a switch that is on before the rules exist would lock users out. */
export const useSaveAccess = (applicationId: string, saved: AccessFields) => {
  const { mutateAsync: replace } = useWrite(applicationAccess.replace);
  return async (access: AccessFields) => {
    if (JSON.stringify(access) === JSON.stringify(saved)) return;
    await replace({ params: { applicationId }, body: toAccessRules(access) });
  };
};

const idsOf = (picked: { value: string }[]) => picked.map(({ value }) => value);

const toAccessRules = (fields: AccessFields): AccessControl => ({
  userIds: idsOf(fields.users),
  userRoleIds: idsOf(fields.userRoles),
  organizationIds: idsOf(fields.organizations),
  organizationRoleRules: fields.organizationRoles.map(({ organization, roles: held }) => ({
    organizationId: organization[0]?.value ?? '',
    organizationRoleIds: idsOf(held),
  })),
});

const most = { page: 1, pageSize: 100 };

/** The names of those whom rules name by their id. Whose name is not found is shown by it. */
const useNamesOf = (rules: AccessControl | undefined) => {
  const hasOrganizations = Boolean(rules?.organizationIds.length || rules?.organizationRoleRules.length);
  const exactly = (ids: string[] = []) => ({
    'search.id': ids.slice(0, most.pageSize),
    'mode.id': 'exact' as const,
  });
  const people = useRead(
    users.list,
    { query: exactly(rules?.userIds), ...most },
    { enabled: Boolean(rules?.userIds.length) },
  );
  const userRoles = useRead(
    roles.list,
    { query: exactly(rules?.userRoleIds), ...most },
    { enabled: Boolean(rules?.userRoleIds.length) },
  );
  const groups = useRead(organizations.list, most, { enabled: hasOrganizations });
  const groupRoles = useRead(organizationRoles.list, most, { enabled: hasOrganizations });
  const names = new Map<string, string>([
    ...(people.data?.[0] ?? []).map((user): [string, string] => [user.id, nameOfPerson(user)]),
    ...(userRoles.data?.[0] ?? []).map(({ id, name }): [string, string] => [id, name]),
    ...(groups.data?.[0] ?? []).map(({ id, name }): [string, string] => [id, name]),
    ...(groupRoles.data?.[0] ?? []).map(({ id, name }): [string, string] => [id, name]),
  ]);
  const isLoading = [people, userRoles, groups, groupRoles].some(each => each.isLoading);
  return { names, isComplete: rules !== undefined && !isLoading };
};

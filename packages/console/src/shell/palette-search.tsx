import { applications } from '@gatehouse/contract/applications.ts';
import { organizations } from '@gatehouse/contract/organizations.ts';
import { resources } from '@gatehouse/contract/resources.ts';
import { roles } from '@gatehouse/contract/roles.ts';
import { signIns } from '@gatehouse/contract/sign-ins.ts';
import { users } from '@gatehouse/contract/users.ts';
import { Avatar } from '@gatehouse/ui/avatar.tsx';
import type { Command } from '@gatehouse/ui/command-palette.tsx';
import { LogIn, Server, Tags, UsersRound } from 'lucide-react';
import { useRead } from '../api.ts';
import { ApplicationTypeIcon, groupOf } from '../guides/target.tsx';
import { useGoTo } from '../link.tsx';
import { paths } from '../paths.ts';
import { useT } from '../phrases.tsx';
import { useAbilities } from '../session/abilities.ts';
import { identifierOf, nameOfPerson } from '../templates/person.tsx';

const found = 5;

/** The objects that a name or an ID leads to, by kind. */
export const usePaletteSearch = (wanted: string) => {
  const t = useT();
  const goTo = useGoTo();
  const isSearching = wanted.length > 1;
  const { may } = useAbilities();
  const within = (area: 'applications' | 'resources' | 'users' | 'roles' | 'organizations') => ({
    enabled: isSearching && may(`${area}:read`),
    keepPrevious: true,
    hideErrors: true,
  });
  const page = { page: 1, pageSize: found };
  const search = { query: { search: `%${wanted}%` }, ...page };
  const appSearch = useRead(applications.list, search, within('applications'));
  const resourceSearch = useRead(resources.list, search, within('resources'));
  const userSearch = useRead(users.list, search, within('users'));
  const roleSearch = useRead(roles.list, search, within('roles'));
  const organizationSearch = useRead(
    organizations.list,
    { query: { q: `%${wanted}%` }, ...page },
    within('organizations'),
  );
  const signIn = useSignInCommand(wanted);
  const searches = [appSearch, resourceSearch, userSearch, roleSearch, organizationSearch, signIn];

  const apps: Command[] = (appSearch.data?.[0] ?? []).map(({ id, name, ...kind }) => ({
    id: `application-${id}`,
    label: name,
    detail: t(`application_types.${groupOf(kind)}`),
    icon: <ApplicationTypeIcon {...kind} />,
    onRun: () => goTo(paths.application(id)),
  }));
  const apis: Command[] = (resourceSearch.data?.[0] ?? []).map(({ id, name, indicator }) => ({
    id: `resource-${id}`,
    label: name,
    detail: indicator,
    icon: <Server />,
    onRun: () => goTo(paths.apiResource(id)),
  }));
  const people: Command[] = (userSearch.data?.[0] ?? []).map(user => ({
    id: `user-${user.id}`,
    label: nameOfPerson(user),
    detail: identifierOf(user),
    icon: <Avatar name={nameOfPerson(user)} src={user.avatar} size={24} />,
    onRun: () => goTo(paths.user(user.id)),
  }));
  const foundRoles: Command[] = (roleSearch.data?.[0] ?? []).map(({ id, name, description }) => ({
    id: `role-${id}`,
    label: name,
    detail: description,
    icon: <Tags />,
    onRun: () => goTo(paths.role(id)),
  }));
  const teams: Command[] = (organizationSearch.data?.[0] ?? []).map(({ id, name }) => ({
    id: `organization-${id}`,
    label: name,
    detail: id,
    icon: <UsersRound />,
    onRun: () => goTo(paths.organization(id)),
  }));
  const groups = [
    { title: t('areas.audit_logs'), commands: signIn.commands },
    { title: t('palette.applications'), commands: apps },
    { title: t('palette.api_resources'), commands: apis },
    { title: t('areas.users'), commands: people },
    { title: t('areas.organizations'), commands: teams },
    { title: t('areas.roles'), commands: foundRoles },
  ];
  return {
    isLoading: isSearching && searches.some(({ isFetching }) => isFetching),
    groups: isSearching ? groups : groups.map(group => ({ ...group, commands: [] })),
  };
};

/** The sign-in whose ID was pasted, alone or with all that the error page of a user says. */
const useSignInCommand = (wanted: string) => {
  const t = useT();
  const goTo = useGoTo();
  const id = wanted.match(/[a-z0-9]{21}/g)?.at(-1) ?? '';
  const { data, isFetching } = useRead(
    signIns.read,
    { params: { id } },
    { enabled: id !== '', hideErrors: true },
  );
  const commands: Command[] =
    data?.id === id
      ? [
          {
            id: `sign-in-${id}`,
            label: t('palette.show_sign_in'),
            detail: id,
            icon: <LogIn />,
            onRun: () => goTo(`${paths.auditLogs()}?open=${id}`),
          },
        ]
      : [];
  return { commands, isFetching };
};

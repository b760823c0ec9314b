import { applications } from '@gatehouse/contract/applications.ts';
import { organizations } from '@gatehouse/contract/organizations.ts';
import { resources } from '@gatehouse/contract/resources.ts';
import { roles } from '@gatehouse/contract/roles.ts';
import { users } from '@gatehouse/contract/users.ts';
import { languages } from '@gatehouse/phrases/languages.ts';
import type { Command } from '@gatehouse/ui/command-palette.tsx';
import { CommandPalette } from '@gatehouse/ui/command-palette.tsx';
import {
  AppWindow,
  Building2,
  History,
  Languages,
  LogOut,
  Plus,
  Server,
  SunMoon,
  Tags,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useRead } from '../api.ts';
import { visibleAreas } from '../areas.ts';
import { useBackCloses } from '../back-closes.ts';
import { bootstrap } from '../bootstrap.ts';
import { useOpenTenant } from '../cloud/open-tenant.ts';
import { useGoTo } from '../link.tsx';
import { paths } from '../paths.ts';
import { useT } from '../phrases.tsx';
import { useAbilities } from '../session/abilities.ts';
import { signOut } from '../session/client.ts';
import { usePreferences } from '../session/preferences.tsx';
import { useTenants } from '../session/tenants.tsx';
import { identifierOf, nameOfPerson } from '../templates/person.tsx';
import { nativeNameOf } from '../user-menu/native-name.ts';
import { usePaletteScreens } from './palette-screens.tsx';

const found = 5;

const createdFrom = [
  { label: 'palette.create_application', href: () => paths.createApplication() },
  { label: 'palette.create_api_resource', href: paths.createApiResource },
  { label: 'palette.create_user', href: paths.createUser },
  { label: 'palette.create_role', href: paths.createRole },
  { label: 'palette.create_organization', href: paths.createOrganization },
] as const;

/** Go anywhere, find anything by name or ID, do the common things: all from the keyboard. */
export const Palette = ({ onClose }: { onClose: () => void }) => {
  const t = useT();
  useBackCloses(onClose);
  const goTo = useGoTo();
  const { setAppearance, setLanguage } = usePreferences();
  const tenants = useTenants();
  const openTenant = useOpenTenant();
  const screens = usePaletteScreens();
  const { mayWrite } = useAbilities();
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query.trim());
  const matches = ({ label }: { label: string }) => label.toLowerCase().includes(query.trim().toLowerCase());
  const isSearching = wanted.length > 1;
  const options = { enabled: isSearching, keepPrevious: true, hideErrors: true };
  const search = { query: { search: `%${wanted}%` }, page: 1, pageSize: found };
  const appSearch = useRead(applications.list, search, options);
  const resourceSearch = useRead(resources.list, search, options);
  const userSearch = useRead(users.list, search, options);
  const roleSearch = useRead(roles.list, search, options);
  const organizationSearch = useRead(
    organizations.list,
    { query: { q: `%${wanted}%` }, page: 1, pageSize: found },
    options,
  );
  const searches = [appSearch, resourceSearch, userSearch, roleSearch, organizationSearch];

  const creations = createdFrom.map(({ label, href }) => ({
    id: label,
    label: t(label),
    icon: <Plus />,
    onRun: () => goTo(href()),
  }));
  const actions: Command[] = [
    {
      id: 'changes',
      label: t('palette.changes'),
      icon: <History />,
      onRun: () => goTo(paths.changes()),
    },
    ...(mayWrite ? creations : []),
    ...(['system', 'light', 'dark'] as const).map(mode => ({
      id: `appearance-${mode}`,
      label: t('palette.appearance', { mode: t(`shell.appearance_${mode}`) }),
      icon: <SunMoon />,
      onRun: () => setAppearance(mode),
    })),
    ...languages.map(language => ({
      id: `language-${language}`,
      label: t('palette.language', { language: nativeNameOf(language) }),
      icon: <Languages />,
      onRun: () => setLanguage(language),
    })),
    { id: 'sign-out', label: t('palette.sign_out'), icon: <LogOut />, onRun: () => void signOut() },
  ];
  const others: Command[] = tenants.map(({ id, name }) => ({
    id: `tenant-${id}`,
    label: t('palette.switch_tenant', { name }),
    detail: id,
    icon: <Building2 />,
    onRun: () => openTenant(id),
  }));
  const areas: Command[] = visibleAreas(bootstrap.edition).map(area => ({
    id: area.segment,
    label: t(area.title),
    icon: <area.icon />,
    kbd: `G ${area.shortcut.toUpperCase()}`,
    onRun: () => goTo(paths.area(area.segment)),
  }));
  const apps: Command[] = (appSearch.data?.[0] ?? []).map(({ id, name, type }) => ({
    id: `application-${id}`,
    label: name,
    detail: t(`application_types.${type}`),
    icon: <AppWindow />,
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
    icon: <UserRound />,
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

  return (
    <CommandPalette
      isOpen
      onClose={onClose}
      query={query}
      onQueryChange={setQuery}
      placeholder={t('palette.placeholder')}
      emptyText={t('palette.empty', { query })}
      isLoading={isSearching && searches.some(({ isFetching }) => isFetching)}
      groups={[
        { title: t('palette.applications'), commands: isSearching ? apps : [] },
        { title: t('palette.api_resources'), commands: isSearching ? apis : [] },
        { title: t('areas.users'), commands: isSearching ? people : [] },
        { title: t('areas.organizations'), commands: isSearching ? teams : [] },
        { title: t('areas.roles'), commands: isSearching ? foundRoles : [] },
        { title: t('palette.go_to'), commands: [...areas, ...(query.trim() ? screens : [])].filter(matches) },
        { title: t('palette.tenants'), commands: others.filter(matches) },
        { title: t('palette.actions'), commands: actions.filter(matches) },
      ]}
    />
  );
};

import { densities } from '@gatehouse/contract/preferences.ts';
import { languages } from '@gatehouse/phrases/languages.ts';
import type { Command } from '@gatehouse/ui/command-palette.tsx';
import { CommandPalette } from '@gatehouse/ui/command-palette.tsx';
import { Building2, History, Languages, LogOut, Plus, Rows3, SunMoon } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
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
import { nativeNameOf } from '../user-menu/native-name.ts';
import { usePaletteScreens } from './palette-screens.tsx';
import { usePaletteSearch } from './palette-search.tsx';

const createdFrom = [
  {
    label: 'palette.create_application',
    permission: 'applications:write',
    href: () => paths.createApplication(),
  },
  { label: 'palette.create_api_resource', permission: 'resources:write', href: paths.createApiResource },
  { label: 'palette.create_user', permission: 'users:write', href: paths.createUser },
  { label: 'palette.create_role', permission: 'roles:write', href: paths.createRole },
  { label: 'palette.create_organization', permission: 'organizations:write', href: paths.createOrganization },
] as const;

/** Go anywhere, find anything by name or ID, do the common things: all from the keyboard. */
export const Palette = ({ onClose }: { onClose: () => void }) => {
  const t = useT();
  useBackCloses(onClose);
  const screens = usePaletteScreens();
  const areas = useAreaCommands();
  const tenants = useTenantCommands();
  const actions = useActionCommands();
  const [query, setQuery] = useState('');
  const search = usePaletteSearch(useDeferredValue(query.trim()));
  const matches = ({ label }: { label: string }) => label.toLowerCase().includes(query.trim().toLowerCase());
  return (
    <CommandPalette
      isOpen
      onClose={onClose}
      query={query}
      onQueryChange={setQuery}
      placeholder={t('palette.placeholder')}
      emptyText={t('palette.empty', { query })}
      isLoading={search.isLoading}
      groups={[
        ...search.groups,
        { title: t('palette.go_to'), commands: [...areas, ...(query.trim() ? screens : [])].filter(matches) },
        { title: t('palette.tenants'), commands: tenants.filter(matches) },
        { title: t('palette.actions'), commands: actions.filter(matches) },
      ]}
    />
  );
};

const useAreaCommands = (): Command[] => {
  const t = useT();
  const goTo = useGoTo();
  const { may } = useAbilities();
  const readable = visibleAreas(bootstrap.edition).filter(
    ({ permission }) => permission === undefined || may(permission),
  );
  return readable.map(area => ({
    id: area.segment,
    label: t(area.title),
    icon: <area.icon />,
    ...(area.shortcut ? { kbd: `G ${area.shortcut.toUpperCase()}` } : {}),
    onRun: () => goTo(paths.area(area.segment)),
  }));
};

const useTenantCommands = (): Command[] => {
  const t = useT();
  const openTenant = useOpenTenant();
  return useTenants().map(({ id, name }) => ({
    id: `tenant-${id}`,
    label: t('palette.switch_tenant', { name }),
    detail: id,
    icon: <Building2 />,
    onRun: () => openTenant(id),
  }));
};

const useActionCommands = (): Command[] => {
  const t = useT();
  const goTo = useGoTo();
  const { setAppearance, setDensity, setLanguage } = usePreferences();
  const { may } = useAbilities();
  const creations = createdFrom
    .filter(({ permission }) => may(permission))
    .map(({ label, href }) => ({
      id: label,
      label: t(label),
      icon: <Plus />,
      onRun: () => goTo(href()),
    }));
  const changes = {
    id: 'changes',
    label: t('palette.changes'),
    icon: <History />,
    onRun: () => goTo(paths.changes()),
  };
  return [
    ...(may('changes:read') ? [changes] : []),
    ...creations,
    ...(['system', 'light', 'dark'] as const).map(mode => ({
      id: `appearance-${mode}`,
      label: t('palette.appearance', { mode: t(`shell.appearance_${mode}`) }),
      icon: <SunMoon />,
      onRun: () => setAppearance(mode),
    })),
    ...densities.map(density => ({
      id: `density-${density}`,
      label: t('palette.density', { density: t(`shell.density_${density}`) }),
      icon: <Rows3 />,
      onRun: () => setDensity(density),
    })),
    ...languages.map(language => ({
      id: `language-${language}`,
      label: t('palette.language', { language: nativeNameOf(language) }),
      icon: <Languages />,
      onRun: () => setLanguage(language),
    })),
    { id: 'sign-out', label: t('palette.sign_out'), icon: <LogOut />, onRun: () => void signOut() },
  ];
};

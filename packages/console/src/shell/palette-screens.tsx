import type { Command } from '@gatehouse/ui/command-palette.tsx';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { visibleAreas } from '../areas.ts';
import { bootstrap, isCloud } from '../bootstrap.ts';
import { useGoTo } from '../link.tsx';
import { paths, securityTabs, signInExperienceTabs } from '../paths.ts';
import { type Key, loadAreaPhrases, useTranslation } from '../phrases.tsx';
import { useAbilities } from '../session/abilities.ts';

type PaletteScreen = { segment: string; label: Key; href: () => string; isCreation?: boolean };

/** What is behind the first page of an area. */
const screens: readonly PaletteScreen[] = [
  {
    segment: 'applications',
    label: 'applications.third_party_apps',
    href: () => paths.applications('third-party-applications'),
  },
  ...signInExperienceTabs.map(tab => ({
    segment: 'sign-in-experience',
    label: `sign_in_experience.tabs.${tab}` as const,
    href: () => paths.signInExperience(tab),
  })),
  ...(['passwordless', 'social'] as const).map(tab => ({
    segment: 'connectors',
    label: `connectors.tabs.${tab}` as const,
    href: () => paths.connectors(tab),
  })),
  {
    segment: 'connectors',
    label: 'connectors.create',
    href: () => paths.createConnector('social', 'social'),
    isCreation: true,
  },
  {
    segment: 'enterprise-sso',
    label: 'enterprise_sso.create',
    href: paths.createEnterpriseSso,
    isCreation: true,
  },
  ...securityTabs.map(tab => ({
    segment: 'security',
    label: `security.tabs.${tab}` as const,
    href: () => paths.security(tab),
  })),
  ...(['organization-roles', 'organization-permissions'] as const).map(tab => ({
    segment: 'organization-template',
    label: `organization_template.${tab}` as const,
    href: () => paths.organizationTemplate(tab),
  })),
  { segment: 'webhooks', label: 'webhooks.create', href: paths.createWebhook, isCreation: true },
  { segment: 'audit-logs', label: 'audit_logs.tabs.streams', href: paths.logStreams },
  { segment: 'audit-logs', label: 'audit_logs.tabs.jobs', href: paths.jobs },
  ...(isCloud ? (['members', 'domains'] as const) : (['members'] as const)).map(tab => ({
    segment: 'tenant-settings',
    label: `tenant_settings.tabs.${tab}` as const,
    href: () => paths.tenantSettings(tab),
  })),
];

/** Their names are the areas' own words, which come when the palette is opened. */
export const usePaletteScreens = (): Command[] => {
  const { t, language } = useTranslation();
  const { mayWrite } = useAbilities();
  const goTo = useGoTo();
  const areas = visibleAreas(bootstrap.edition).filter(area => screens.some(isOf(area)));
  const { isSuccess: areNamed } = useQuery({
    queryKey: ['phrases', 'palette', language],
    queryFn: async () => {
      await Promise.all(areas.flatMap(({ phrases }) => (phrases ? [loadAreaPhrases(phrases)] : [])));
      return true;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!areNamed) return [];
  return areas.flatMap(area =>
    screens
      .filter(isOf(area))
      .filter(({ isCreation }) => mayWrite || !isCreation)
      .map(({ label, href, isCreation }) => ({
        id: label,
        label: t(label),
        detail: t(area.title),
        icon: isCreation ? <Plus /> : <area.icon />,
        onRun: () => goTo(href()),
      })),
  );
};

const isOf =
  (area: { segment: string }) =>
  ({ segment }: PaletteScreen) =>
    segment === area.segment;

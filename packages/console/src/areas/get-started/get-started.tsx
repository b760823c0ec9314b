import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { Page, PageHeader } from '@gatehouse/ui/page-header.tsx';
import { SearchInput } from '@gatehouse/ui/search-input.tsx';
import { Tile } from '@gatehouse/ui/tile.tsx';
import { BookOpen, CodeXml, ExternalLink, SearchX } from 'lucide-react';
import { useState } from 'react';
import { bootstrap } from '../../bootstrap.ts';
import { type GuideId, guideTargets } from '../../guides/catalogue.ts';
import { TargetIcon, useTargetName, useTargetSearch } from '../../guides/target.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';
import { usePreferences } from '../../session/preferences.tsx';
import { apiReference, tenantEndpoint } from '../../session/tenant.ts';
import { Checklist } from './checklist.tsx';

/** The first screen: what to do next, and the guides for frameworks. */
export const GetStarted = () => {
  const t = useT();
  const { preferences, update } = usePreferences();
  const { may } = useAbilities();
  const noteVisit = () => {
    if (preferences && !preferences.experienceNoticeConfirmed) update({ experienceNoticeConfirmed: true });
  };
  return (
    <Page>
      <PageHeader
        title={t('areas.get_started')}
        description={t('get_started.text')}
        actions={
          <Button
            icon={<ExternalLink />}
            href={`${tenantEndpoint()}/demo-app`}
            target="_blank"
            onClick={noteVisit}
          >
            {t('get_started.live_sign_in')}
          </Button>
        }
      />
      <Checklist />
      {may('applications:write') && <Frameworks />}
      <Grid minWidth="300px" gap={3}>
        {docs.map(({ key, href, icon: Icon }) => (
          <Tile
            key={key}
            href={href()}
            target="_blank"
            icon={<Icon aria-hidden />}
            title={t(`get_started.docs.${key}`)}
            description={t(`get_started.docs_texts.${key}`)}
          />
        ))}
      </Grid>
    </Page>
  );
};

const docs = [
  { key: 'guides', href: () => `${bootstrap.adminEndpoint}/docs`, icon: BookOpen },
  { key: 'applications', href: () => `${bootstrap.adminEndpoint}/docs/applications`, icon: BookOpen },
  { key: 'api', href: apiReference, icon: CodeXml },
] as const;

/** Shown before a search. */
const popular: readonly GuideId[] = [
  'react',
  'next-app-router',
  'vue',
  'angular',
  'express',
  'fastapi',
  'go',
  'spring-boot',
  'dotnet',
  'ios',
  'android',
  'machine-node',
];

const Frameworks = () => {
  const t = useT();
  const nameOf = useTargetName();
  const search = useTargetSearch();
  const [query, setQuery] = useState('');
  const shown = query ? search(guideTargets, query) : guideTargets.filter(({ id }) => popular.includes(id));
  return (
    <Card
      title={t('get_started.frameworks')}
      actions={<Button href={paths.createApplication()}>{t('get_started.all_frameworks')}</Button>}
    >
      <SearchInput
        value={query}
        onChange={setQuery}
        placeholder={t('guide_targets.search')}
        debounceMs={100}
        hasShortcut
      />
      {shown.length === 0 && (
        <EmptyState icon={<SearchX aria-hidden />}>{t('guide_targets.none')}</EmptyState>
      )}
      <Grid gap={3}>
        {shown.map(target => (
          <Tile
            key={target.id}
            href={paths.createApplication({ guide: target.id })}
            icon={<TargetIcon target={target} />}
            title={nameOf(target)}
            description={t(`application_types.${target.group}`)}
          />
        ))}
      </Grid>
    </Card>
  );
};

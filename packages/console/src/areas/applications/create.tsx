import { Button } from '@gatehouse/ui/button.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { Grid, Row } from '@gatehouse/ui/layout.tsx';
import { Page, PageHeader } from '@gatehouse/ui/page-header.tsx';
import { SearchInput } from '@gatehouse/ui/search-input.tsx';
import { Section } from '@gatehouse/ui/section.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { Tile } from '@gatehouse/ui/tile.tsx';
import { SearchX } from 'lucide-react';
import { findTarget, guideTargets, targetGroups } from '../../guides/catalogue.ts';
import { TargetIcon, useTargetName, useTargetSearch } from '../../guides/target.tsx';
import { useAddressQuery } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { QuotaNotice } from '../../templates/quota-notice.tsx';
import { CreateDialog } from './create-dialog.tsx';

const anything = '';

/** Chooses a framework or application type. The next steps are the name and the guide. */
export const CreateApplication = () => {
  const t = useT();
  const nameOf = useTargetName();
  const search = useTargetSearch();
  const [query, setQuery] = useAddressQuery();
  const words = query.get('search') ?? '';
  const chosenGroup = query.get('type') ?? anything;
  const target = findTarget(query.get('guide'));
  const found = search(guideTargets, words);
  const groups = targetGroups
    .filter(group => chosenGroup === anything || group === chosenGroup)
    .map(group => ({ group, targets: found.filter(each => each.group === group) }))
    .filter(({ targets }) => targets.length > 0);
  return (
    <Page>
      <PageHeader
        title={t('applications.create')}
        description={t('applications.create_text')}
        actions={<Button href={paths.applications()}>{t('general.cancel')}</Button>}
      />
      <QuotaNotice feature="applicationsLimit" />
      <Row>
        <SearchInput
          value={words}
          onChange={text => setQuery({ search: text })}
          placeholder={t('guide_targets.search')}
          debounceMs={100}
          hasShortcut
        />
        <Select
          label={t('guide_targets.type')}
          value={chosenGroup}
          onChange={group => setQuery({ type: group })}
          options={[
            { value: anything, label: t('general.any') },
            ...targetGroups.map(group => ({ value: group, label: t(`application_types.${group}`) })),
          ]}
        />
      </Row>
      {groups.length === 0 && (
        <EmptyState icon={<SearchX aria-hidden />}>{t('guide_targets.none')}</EmptyState>
      )}
      {groups.map(({ group, targets }) => (
        <Section
          key={group}
          title={t(`application_types.${group}`)}
          description={t(`guide_targets.texts.${group}`)}
        >
          <Grid gap={3}>
            {targets.map(each => (
              <Tile
                key={each.id}
                href={paths.createApplication({ ...Object.fromEntries(query), guide: each.id })}
                icon={<TargetIcon target={each} />}
                title={nameOf(each)}
              />
            ))}
          </Grid>
        </Section>
      ))}
      {target && <CreateDialog target={target} onClose={() => setQuery({ guide: undefined })} />}
    </Page>
  );
};

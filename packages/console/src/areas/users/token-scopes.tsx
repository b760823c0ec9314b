import type { CheckedScope, ScopeSource } from '@gatehouse/contract/token-check.ts';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { EntityName } from '@gatehouse/ui/entity-icon.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { Section } from '@gatehouse/ui/section.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { ShieldCheck } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';

/** The permissions in the token first, then those that it lacks, each with its roles or the reason. */
export const TokenScopes = ({ scopes }: { scopes: readonly CheckedScope[] }) => {
  const t = useT();
  const title = t('users.token.permissions');
  return (
    <Section title={title}>
      <DataTable
        label={title}
        rows={scopes.toSorted(
          (one, other) => Number(Boolean(one.obstacle)) - Number(Boolean(other.obstacle)),
        )}
        rowKey={({ name }) => name}
        rowName={({ name }) => name}
        empty={<EmptyState icon={<ShieldCheck aria-hidden />}>{t('users.token.no_permissions')}</EmptyState>}
        columns={[
          {
            id: 'name',
            header: t('users.token.permission'),
            cell: ({ name, description }) => <EntityName name={name} detail={description ?? undefined} />,
          },
          {
            id: 'state',
            header: t('users.token.in_token'),
            width: '150px',
            cell: ({ obstacle }) =>
              obstacle ? (
                <Tag>{t('users.token.missing')}</Tag>
              ) : (
                <Tag tone="success">{t('users.token.included')}</Tag>
              ),
          },
          {
            id: 'why',
            header: t('users.token.why'),
            cell: scope => <Reason scope={scope} />,
          },
        ]}
      />
    </Section>
  );
};

const Reason = ({ scope: { obstacle, sources } }: { scope: CheckedScope }) => {
  const t = useT();
  return (
    <Stack gap={1}>
      {obstacle && <Text tone="soft">{t(`users.token.obstacles.${obstacle}`)}</Text>}
      {sources.map(source => (
        <Source key={`${source.id} ${source.organization?.id}`} source={source} />
      ))}
    </Stack>
  );
};

const Source = ({ source: { kind, id, name, organization } }: { source: ScopeSource }) => (
  <span>
    <TextLink href={kind === 'role' ? paths.role(id) : paths.organizationRole(id)}>{name}</TextLink>
    {organization && (
      <>
        {' · '}
        <TextLink href={paths.organization(organization.id)}>{organization.name}</TextLink>
      </>
    )}
  </span>
);

import { applicationConsent, type ConsentScopeType } from '@gatehouse/contract/application-consent.ts';
import type { ApplicationDetail } from '@gatehouse/contract/applications.ts';
import type { Answer } from '@gatehouse/contract/endpoint.ts';
import { organizationScopes } from '@gatehouse/contract/organization-scopes.ts';
import { type UserDataScope, userDataScopes } from '@gatehouse/contract/scopes.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { FormSection, FormSections } from '@gatehouse/ui/form-section.tsx';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useRead, useWrite } from '../../api.ts';
import { GlossaryTerm } from '../../glossary-term.tsx';
import { useT } from '../../phrases.tsx';
import { PermissionPicker } from '../../pickers/permission-picker.tsx';
import { AssignDialog } from '../../templates/assign-dialog.tsx';
import { codeColumn, wordsColumn } from '../../templates/columns.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { deletionItem } from '../../templates/menu-items.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { WriteButton } from '../../templates/write-button.tsx';
import { scopeWord } from './scope-word.ts';

/** For themselves, or for the organizations that they belong to. */
type Side = 'personal' | 'organization';
type Grant = {
  id: string;
  name: string;
  description: string | null;
  where: string;
  scopeType: ConsentScopeType;
};

/** Whose ceiling it is, and the rows that read and change it. */
type Asking = {
  /** The allowed permissions of one application, or of all applications without a registration. */
  of: 'one' | 'all';
  name: string;
  applicationId: string;
  rows: Pick<typeof applicationConsent, 'listScopes' | 'addScopes' | 'removeScope'>;
};

/** The most that an application of others can ask its users for. */
export const ApplicationPermissions = () => {
  const t = useT();
  const { id, name, registration } = useEntity<ApplicationDetail>();
  return (
    <>
      {registration && <Callout>{t('applications.permissions.of_all.apply')}</Callout>}
      <FormSections>
        <Ceilings asking={{ of: 'one', name, applicationId: id, rows: applicationConsent }} />
      </FormSections>
    </>
  );
};

export const Ceilings = ({ asking }: { asking: Asking }) => (
  <>
    <Ceiling side="personal" asking={asking} />
    <Ceiling side="organization" asking={asking} />
  </>
);

const Ceiling = ({ side, asking }: { side: Side; asking: Asking }) => {
  const t = useT();
  const { of, applicationId, rows } = asking;
  const words = of === 'all' ? 'applications.permissions.of_all' : 'applications.permissions';
  const [isAdding, setIsAdding] = useState(false);
  const { data, failure } = useReadOrFailure(rows.listScopes, { params: { applicationId } });
  const grants = useGrants(data)?.[side];
  const removal = useDelete({
    row: rows.removeScope,
    words: 'applications.permissions',
    verb: 'remove',
    params: ({ id, scopeType }: Grant) => ({ applicationId, scopeType, scopeId: id }),
  });
  return (
    <FormSection
      title={<GlossaryTerm id="scope">{t(`applications.permissions.titles.${side}`)}</GlossaryTerm>}
      help={t(`${words}.helps.${side}`)}
    >
      <Row justify="end">
        <WriteButton
          row={rows.addScopes}
          icon={<Plus />}
          disabled={!grants}
          onClick={() => setIsAdding(true)}
        >
          {t('applications.permissions.assign')}
        </WriteButton>
      </Row>
      <DataTable
        label={t(`applications.permissions.titles.${side}`)}
        rows={grants}
        error={failure}
        rowKey={({ id, scopeType }) => `${scopeType} ${id}`}
        rowName={({ name }) => name}
        skeletonRows={2}
        rowMenu={grant => [deletionItem(removal, grant)]}
        empty={
          <EmptyState illustration={<Illustration of="permissions" />}>
            {t(`${words}.empties.${side}`)}
          </EmptyState>
        }
        columns={[
          codeColumn(t('applications.permissions.permission'), 'name'),
          wordsColumn(t('general.description'), 'description'),
          wordsColumn(t('applications.permissions.where'), 'where'),
        ]}
      />
      {isAdding && (
        <AddPermissions asking={asking} side={side} held={grants ?? []} onClose={() => setIsAdding(false)} />
      )}
    </FormSection>
  );
};

const useGrants = (
  data: Answer<typeof applicationConsent.listScopes> | undefined,
): Record<Side, Grant[]> | undefined => {
  const t = useT();
  if (!data) return undefined;
  const ofApis = (groups: typeof data.resourceScopes, scopeType: ConsentScopeType): Grant[] =>
    groups.flatMap(({ resource, scopes }) =>
      scopes.map(scope => ({ ...scope, where: resource.name, scopeType })),
    );
  const userScopes = data.userScopes.map(
    (name): Grant => ({
      id: name,
      name,
      description: t(`applications.permissions.user_scopes.${scopeWord(name)}`),
      where: t('applications.permissions.user_data'),
      scopeType: 'user-scopes',
    }),
  );
  const ofOrganization = data.organizationScopes.map(
    (scope): Grant => ({
      ...scope,
      where: t('applications.permissions.organization'),
      scopeType: 'organization-scopes',
    }),
  );
  return {
    personal: [...userScopes, ...ofApis(data.resourceScopes, 'resource-scopes')],
    organization: [
      ...ofOrganization,
      ...ofApis(data.organizationResourceScopes, 'organization-resource-scopes'),
    ],
  };
};

type AddPermissionsProps = { asking: Asking; side: Side; held: Grant[]; onClose: () => void };

const AddPermissions = ({ asking, side, held, onClose }: AddPermissionsProps) => {
  const t = useT();
  const { applicationId, name, rows } = asking;
  const add = useWrite(rows.addScopes);
  const { data: ofOrganization = [] } = useRead(
    organizationScopes.list,
    {},
    { enabled: side === 'organization' },
  );
  const first = {
    personal: {
      id: side,
      title: t('applications.permissions.user_data'),
      options: userDataScopes.map(scope => ({
        value: scope,
        label: scope,
        detail: t(`applications.permissions.user_scopes.${scopeWord(scope)}`),
      })),
    },
    organization: {
      id: side,
      title: t('applications.permissions.organization'),
      options: ofOrganization.map(({ id, name: label, description }) => ({
        value: id,
        label,
        detail: description ?? undefined,
      })),
    },
  }[side];
  const assign = (ids: string[]) => {
    const own = ids.filter(id => first.options.some(({ value }) => value === id));
    const ofApis = ids.filter(id => !own.includes(id));
    const body =
      side === 'personal'
        ? { userScopes: own as UserDataScope[], resourceScopes: ofApis }
        : { organizationScopes: own, organizationResourceScopes: ofApis };
    return add.mutateAsync({ params: { applicationId }, body });
  };
  return (
    <AssignDialog
      words="applications.permissions"
      name={name}
      picker={field => <PermissionPicker {...field} first={first} excludeIds={held.map(({ id }) => id)} />}
      assign={assign}
      onClose={onClose}
    />
  );
};

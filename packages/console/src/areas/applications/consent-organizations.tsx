import { applicationConsent } from '@gatehouse/contract/application-consent.ts';
import type { ApplicationDetail } from '@gatehouse/contract/applications.ts';
import { defaultPageSize } from '@gatehouse/contract/endpoint.ts';
import type { Organization } from '@gatehouse/contract/organizations.ts';
import { Card } from '@gatehouse/ui/card.tsx';
import type { ComboboxOption } from '@gatehouse/ui/combobox.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { ListBody } from '@gatehouse/ui/list-body.tsx';
import { Pagination } from '@gatehouse/ui/pagination.tsx';
import { Plus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { OrganizationPicker } from '../../pickers/organization-picker.tsx';
import { UserPicker } from '../../pickers/user-picker.tsx';
import { AssignDialog } from '../../templates/assign-dialog.tsx';
import { nameColumn, wordsColumn } from '../../templates/columns.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { deletionItem } from '../../templates/menu-items.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { WriteButton } from '../../templates/write-button.tsx';

/**
 * The organizations of a user that a third-party application may see. Users choose them on the consent page, and
 * administrators change them here.
 */
export const ConsentOrganizations = () => {
  const t = useT();
  const [people, setPeople] = useState<ComboboxOption[]>([]);
  const [user] = people;
  return (
    <>
      <Card>
        <Field label={t('applications.consent.user')} help={t('applications.consent.user_help')}>
          <UserPicker isSingle value={people} onChange={setPeople} />
        </Field>
      </Card>
      {user && <OrganizationsOf key={user.value} user={user} />}
    </>
  );
};

const OrganizationsOf = ({ user }: { user: ComboboxOption }) => {
  const t = useT();
  const { id } = useEntity<ApplicationDetail>();
  const [isAdding, setIsAdding] = useState(false);
  const [page, setPage] = useState(1);
  const params = { id, userId: user.value };
  const { data, failure } = useReadOrFailure(
    applicationConsent.listOrganizations,
    {
      params,
      page,
      pageSize: defaultPageSize,
    },
    { keepPrevious: true },
  );
  const [{ organizations: rows } = {}, total = 0] = data ?? [];
  const add = useWrite(applicationConsent.addOrganizations);
  const removal = useDelete({
    row: applicationConsent.removeOrganization,
    words: 'applications.consent',
    verb: 'remove',
    params: (organization: Organization) => ({ ...params, organizationId: organization.id }),
  });
  const addButton = (
    <WriteButton
      row={applicationConsent.addOrganizations}
      variant="primary"
      icon={<Plus />}
      onClick={() => setIsAdding(true)}
    >
      {t('applications.consent.assign')}
    </WriteButton>
  );
  return (
    <ListBody
      count={rows && t('applications.consent.count', { count: total })}
      action={total > 0 && addButton}
      pagination={<Pagination page={page} pageSize={defaultPageSize} totalCount={total} onChange={setPage} />}
    >
      <DataTable
        label={t('applications.consent.picked')}
        rows={rows}
        error={failure}
        rowKey={organization => organization.id}
        rowName={({ name }) => name}
        rowHref={organization => paths.organization(organization.id)}
        rowMenu={organization => [deletionItem(removal, organization)]}
        empty={
          <EmptyState illustration={<Illustration of="organizations" />} action={addButton}>
            {t('applications.consent.empty')}
          </EmptyState>
        }
        columns={[
          nameColumn(t('applications.organizations.organization'), {
            icon: () => <UsersRound />,
            detail: (organization: Organization) => organization.id,
          }),
          wordsColumn(t('general.description'), 'description'),
        ]}
      />
      {isAdding && (
        <AssignDialog
          words="applications.consent"
          name={user.label}
          picker={field => <OrganizationPicker {...field} excludeIds={rows?.map(row => row.id)} />}
          assign={organizationIds => add.mutateAsync({ params, body: { organizationIds } })}
          onClose={() => setIsAdding(false)}
        />
      )}
    </ListBody>
  );
};

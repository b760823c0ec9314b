import { type Resource, resources, type Scope } from '@gatehouse/contract/resources.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { ListPlus, Tags } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { AddPermissions } from './add-permissions.tsx';
import { isManagementApi } from './management-api.ts';
import { PermissionDialog } from './permission-dialog.tsx';

type Open = { kind: 'create' } | { kind: 'add-many' } | { kind: 'edit'; scope: Scope };

/** What a token for this API may allow. */
export const ApiResourcePermissions = () => {
  const t = useT();
  const resource = useEntity<Resource>();
  const [open, setOpen] = useState<Open>();
  const confirmAndDelete = useDelete();
  const deleteScope = useWrite(resources.deleteScope);
  const isBuiltIn = isManagementApi(resource);
  const params = { resourceId: resource.id };
  const close = () => setOpen(undefined);

  return (
    <>
      <EntityList
        row={resources.listScopes}
        params={params}
        searchPlaceholder={t('api_resources.permissions.search')}
        count={count => t('api_resources.permissions.count', { count })}
        create={
          isBuiltIn
            ? undefined
            : { label: t('api_resources.permissions.create'), onSelect: () => setOpen({ kind: 'create' }) }
        }
        actions={
          !isBuiltIn && (
            <Button icon={<ListPlus />} onClick={() => setOpen({ kind: 'add-many' })}>
              {t('api_resources.permissions.add_several')}
            </Button>
          )
        }
        empty={{ icon: <Tags aria-hidden />, text: t('api_resources.permissions.empty') }}
        rowName={({ name }) => name}
        onOpen={isBuiltIn ? undefined : scope => setOpen({ kind: 'edit', scope })}
        rowMenu={({ id: scopeId, name }) =>
          isBuiltIn
            ? []
            : [
                {
                  label: t('general.delete'),
                  isDanger: true,
                  onSelect: () =>
                    void confirmAndDelete({
                      title: t('api_resources.permissions.delete_title', { name }),
                      text: t('api_resources.permissions.delete_text'),
                      run: () => deleteScope.mutateAsync({ params: { ...params, scopeId } }),
                      doneMessage: t('api_resources.permissions.deleted', { name }),
                    }),
                },
              ]
        }
        columns={[
          {
            id: 'name',
            header: t('api_resources.permissions.name'),
            cell: ({ name }) => <Text isMono>{name}</Text>,
          },
          {
            id: 'description',
            header: t('api_resources.permissions.description'),
            cell: ({ description }) => <Text tone="soft">{description}</Text>,
          },
        ]}
      />
      {open?.kind === 'create' && <PermissionDialog resourceId={resource.id} onClose={close} />}
      {open?.kind === 'edit' && (
        <PermissionDialog resourceId={resource.id} scope={open.scope} onClose={close} />
      )}
      {open?.kind === 'add-many' && <AddPermissions resourceId={resource.id} onClose={close} />}
    </>
  );
};

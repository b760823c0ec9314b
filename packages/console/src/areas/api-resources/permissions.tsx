import { type Resource, resources } from '@gatehouse/contract/resources.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { ListPlus, Tags } from 'lucide-react';
import { useT } from '../../phrases.tsx';
import { codeColumn, wordsColumn } from '../../templates/columns.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { EntityList, type EntityListProps } from '../../templates/entity-list.tsx';
import { levelWords, toLevel } from '../../templates/level-select.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { AddPermissions } from './add-permissions.tsx';
import { isManagementApi } from './management-api.ts';
import { PermissionDialog } from './permission-dialog.tsx';
import { permissionsOf } from './presets.ts';

/** The permissions (scopes) of this API. */
export const ApiResourcePermissions = () => {
  const t = useT();
  const resource = useEntity<Resource>();
  const resourceId = resource.id;
  const deletion = useDelete({
    row: resources.deleteScope,
    words: 'api_resources.permissions',
    params: ({ id: scopeId }: { id: string; name: string }) => ({ resourceId, scopeId }),
  });
  const add = (lines: string) => (onClose: () => void) => (
    <AddPermissions resourceId={resourceId} lines={lines} onClose={onClose} />
  );
  const editing = isManagementApi(resource)
    ? {}
    : ({
        starts: open => <CommonPermissions resource={resource} onChoose={lines => open(add(lines))} />,
        create: { dialog: onClose => <PermissionDialog resourceId={resourceId} onClose={onClose} /> },
        actions: [
          {
            label: t('api_resources.permissions.add_several'),
            icon: <ListPlus />,
            dialog: add(''),
          },
        ],
        rowDialog: (scope, onClose) => (
          <PermissionDialog resourceId={resourceId} scope={scope} onClose={onClose} />
        ),
        deletion,
        bulk: [deletion.many],
      } satisfies Partial<EntityListProps<typeof resources.listScopes>>);
  return (
    <EntityList
      row={resources.listScopes}
      params={{ resourceId }}
      words="api_resources.permissions"
      icon={Tags}
      illustration={<Illustration of="roles" />}
      isTab
      isSearchable
      {...editing}
      columns={[
        codeColumn(t('api_resources.permissions.name'), 'name'),
        wordsColumn(t('api_resources.permissions.description'), 'description'),
        {
          id: 'acr',
          header: t('authentication_levels.label'),
          cell: ({ acr }) => {
            const level = toLevel(acr);
            return level && <Text tone="soft">{t(levelWords(level))}</Text>;
          },
        },
      ]}
    />
  );
};

type CommonPermissionsProps = { resource: Resource; onChoose: (lines: string) => void };

/** Permissions that many APIs have, named after this one. */
const CommonPermissions = ({ resource, onChoose }: CommonPermissionsProps) => (
  <Row justify="center">
    {(['read_write', 'full'] as const).map(preset => {
      const names = permissionsOf(preset, resource.name);
      return (
        <Button key={preset} size="small" icon={<ListPlus />} onClick={() => onChoose(names.join('\n'))}>
          <Text isMono>{names.join(' ')}</Text>
        </Button>
      );
    })}
  </Row>
);

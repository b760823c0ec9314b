import { managementAudience } from '@gatehouse/contract/dialect.ts';
import { resources } from '@gatehouse/contract/resources.ts';
import { type CheckGroup, CheckList } from '@gatehouse/ui/check-list.tsx';
import type { ComboboxOption } from '@gatehouse/ui/combobox.tsx';
import type { Ref } from 'react';
import { useT } from '../phrases.tsx';
import { useReadOrFailure } from '../templates/read-or-failure.tsx';

type PermissionPickerProps = {
  value: ComboboxOption[];
  onChange: (value: ComboboxOption[]) => void;
  /** Only machines may be given the management API. */
  hasManagementApi?: boolean;
  /** Leaves out what is there already. */
  excludeIds?: readonly string[];
  /** The group listed before the APIs. */
  first?: CheckGroup;
  ref?: Ref<HTMLInputElement>;
};

/** Permissions of the tenant's APIs, API by API. */
export const PermissionPicker = (props: PermissionPickerProps) => {
  const { hasManagementApi = false, excludeIds = [], first, ...field } = props;
  const t = useT();
  const { data, failure } = useReadOrFailure(resources.list, { query: { includeScopes: 'true' } });
  if (failure) return failure;
  const isFree = (option: ComboboxOption) => !excludeIds.includes(option.value);
  const apis = data
    ?.filter(({ indicator, tenantId }) => hasManagementApi || indicator !== managementAudience(tenantId))
    .map(({ id, name, scopes = [] }) => ({
      id,
      title: name,
      options: scopes
        .map(scope => ({
          value: scope.id,
          label: scope.name,
          detail: scope.description ?? undefined,
        }))
        .filter(isFree),
    }));
  const groups = apis && [...(first ? [{ ...first, options: first.options.filter(isFree) }] : []), ...apis];
  return (
    <CheckList
      {...field}
      groups={groups}
      searchPlaceholder={t('pickers.permissions')}
      emptyText={t('pickers.no_permissions')}
    />
  );
};

import { Copy, ExternalLink, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../src/button.tsx';
import { DataTable } from '../src/data-table.tsx';
import type { Column, Sort } from '../src/data-table-props.ts';
import { EntityIcon, EntityName } from '../src/entity-icon.tsx';
import { ListPage } from '../src/list-page.tsx';
import { Pagination } from '../src/pagination.tsx';
import { Select } from '../src/select.tsx';
import { Text } from '../src/text.tsx';
import { type Application, applications } from './examples.ts';

export const applicationColumns: Column<Application>[] = [
  {
    id: 'name',
    header: 'Application',
    isSortable: true,
    cell: ({ name, type }) => (
      <EntityName icon={<EntityIcon>{name.slice(0, 2)}</EntityIcon>} name={name} detail={type} />
    ),
  },
  {
    id: 'id',
    header: 'App ID',
    cell: ({ id }) => (
      <Text isMono tone="soft">
        {id}
      </Text>
    ),
  },
  { id: 'seen', header: 'Last sign-in', cell: ({ seen }) => seen },
  {
    id: 'signIns',
    header: 'Sign-ins, 24 h',
    align: 'end',
    isSortable: true,
    cell: ({ signIns }) => (signIns === 0 ? '—' : signIns.toLocaleString('en')),
  },
];

export const applicationMenu = () => [
  { label: 'Copy app id', icon: <Copy />, onSelect: () => {} },
  {
    kind: 'link' as const,
    label: 'Open in a new tab',
    icon: <ExternalLink />,
    href: '?page=detail',
    target: '_blank' as const,
  },
  { kind: 'separator' as const },
  { label: 'Delete application', icon: <Trash2 />, isDanger: true, onSelect: () => {} },
];

export function ListExample() {
  const [search, setSearch] = useState('');
  const [type, setType] = useState<string | null>('any');
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<Sort>();
  const found = applications.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  return (
    <ListPage
      title="Applications"
      description="Everything that signs people or machines in through this tenant."
      action={
        <Button variant="primary" kbd="N">
          Create application
        </Button>
      }
      tabs={[
        { href: '?page=list', label: 'My apps', isCurrent: true, count: 6 },
        { href: '?page=data', label: 'Third-party apps', count: 0 },
      ]}
      search={{ value: search, onChange: setSearch, placeholder: 'Search by name or ID' }}
      filters={
        <Select
          label="Type"
          value={type}
          onChange={setType}
          options={[
            { value: 'any', label: 'any' },
            { value: 'spa', label: 'Single-page app' },
            { value: 'm2m', label: 'Machine-to-machine' },
          ]}
        />
      }
      count={`${found.length} applications`}
      pagination={<Pagination page={page} pageSize={20} totalCount={112} onChange={setPage} />}
    >
      <DataTable
        label="Applications"
        columns={applicationColumns}
        rows={found}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowHref={({ id }) => `?page=detail&id=${id}`}
        rowMenu={applicationMenu}
        sort={sort}
        onSort={setSort}
        empty="No application has this name."
      />
    </ListPage>
  );
}

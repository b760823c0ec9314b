import { AppWindow, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../src/button.tsx';
import { Card } from '../src/card.tsx';
import { CheckMatrix } from '../src/check-matrix.tsx';
import { CodeBlock } from '../src/code-block.tsx';
import { DataTable } from '../src/data-table.tsx';
import type { DataTableProps } from '../src/data-table-props.ts';
import { EmptyState } from '../src/empty-state.tsx';
import { ErrorPanel } from '../src/error-panel.tsx';
import { KeyValueList } from '../src/key-value-list.tsx';
import { Grid } from '../src/layout.tsx';
import { Page, PageHeader } from '../src/page-header.tsx';
import { SelectionBar } from '../src/selection-bar.tsx';
import { Tag } from '../src/tag.tsx';
import { TimeScrubber } from '../src/time-scrubber.tsx';
import { Timeline } from '../src/timeline.tsx';
import { type Application, applications, manyApplications, people } from './examples.ts';
import { applicationColumns, applicationMenu } from './list.tsx';

export function DataPage() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set([applications[1]!.id]));
  const [opened, setOpened] = useState('nothing');
  const table = (label: string, rows: Application[] | undefined): DataTableProps<Application> => ({
    label,
    columns: applicationColumns,
    rows,
    rowKey: ({ id }) => id,
    rowName: ({ name }) => name,
  });
  return (
    <Page>
      <PageHeader title="Data" description={`Rows, facts and code. Opened: ${opened}.`} />
      <DataTable
        {...table('With selection', applications.slice(0, 3))}
        rowMenu={applicationMenu}
        onOpen={({ name }) => setOpened(name)}
        selection={{ keys, onChange: setKeys }}
      />
      <SelectionBar
        count={keys.size}
        actions={[{ label: 'Delete', icon: <Trash2 />, isDanger: true, onSelect: () => setKeys(new Set()) }]}
        onClear={() => setKeys(new Set())}
      />
      <DataTable {...table('Loading', undefined)} rowMenu={applicationMenu} skeletonRows={3} />
      <Grid minWidth="380px">
        <DataTable
          {...table('Empty', [])}
          empty={
            <EmptyState icon={<AppWindow />} action={<Button variant="primary">Create application</Button>}>
              An application is anything that signs people in: a website, a phone app, a service.
            </EmptyState>
          }
        />
        <DataTable
          {...table('Failed', undefined)}
          error={
            <ErrorPanel message="The server did not answer." code="request.timeout" onRetry={() => {}} />
          }
        />
      </Grid>
      <Matrix />
      <DataTable
        {...table('A thousand rows', manyApplications)}
        rowHref={({ id }) => `?page=detail&id=${id}`}
      />
      <Grid minWidth="380px">
        <Card title="Facts">
          <KeyValueList
            items={[
              { key: 'Event', value: 'User.Created' },
              { key: 'Status', value: <Tag tone="success">200</Tag> },
              { key: 'Endpoint', value: 'https://hooks.harbour.example/gatehouse/a-rather-long-address' },
            ]}
          />
        </Card>
        <Card title="Time scrubber">
          <ScrubberExample />
        </Card>
        <Card title="Timeline">
          <Timeline
            entries={[
              { id: '2', title: 'Name changed', when: '2 minutes ago' },
              { id: '1', title: 'Created', when: 'Nov 2, 2026', content: 'Through the management API.' },
            ]}
          />
        </Card>
      </Grid>
      <CodeBlock label="Response" code={JSON.stringify(applications[0], null, 2)} />
    </Page>
  );
}

const day = 24 * 60 * 60 * 1000;
const today = Date.UTC(2026, 10, 12);

function ScrubberExample() {
  const [value, setValue] = useState(today);
  return (
    <TimeScrubber
      label="Settings over time"
      from={today - 30 * day}
      to={today}
      value={value}
      valueText={new Date(value).toDateString()}
      onChange={setValue}
      marks={[24, 17, 9, 2].map((days, index) => ({
        id: String(days),
        at: today - days * day,
        name: people[index]!.name,
        label: `Changed by ${people[index]!.name}`,
      }))}
      bars={{
        label: 'Failures',
        values: Array.from({ length: 30 }, (_, index) => ({
          at: today - (index + 0.5) * day,
          size: (index * 7) % 11,
        })),
      }}
      ends={{ from: 'Oct 13', to: 'Today' }}
    />
  );
}

const roles = ['Editor', 'Viewer', 'Machine'];
const permissions = ['read:berths', 'write:berths', 'close:harbor'];

function Matrix() {
  const [cells, setCells] = useState<ReadonlySet<string>>(new Set(['Editor read:berths']));
  return (
    <CheckMatrix
      label="Permissions by role"
      rowHeader="Permission"
      columns={roles.map(name => ({ id: name, name, header: name, isLocked: name === 'Machine' }))}
      groups={[
        {
          id: 'api',
          title: 'Harbor API',
          rows: permissions.map(name => ({ id: name, name, detail: 'At the quay' })),
        },
      ]}
      isOn={(role, permission) => cells.has(`${role} ${permission}`)}
      isChanged={(role, permission) => cells.has(`${role} ${permission}`) && role === 'Viewer'}
      onSet={(role, ids, isOn) => {
        const names = ids.map(id => `${role} ${id}`);
        setCells(new Set([...[...cells].filter(cell => !names.includes(cell)), ...(isOn ? names : [])]));
      }}
    />
  );
}

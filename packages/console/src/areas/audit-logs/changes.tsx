import { type Change, changes } from '@gatehouse/contract/changes.ts';
import { entityKinds } from '@gatehouse/contract/entities.ts';
import { bulkKinds } from '@gatehouse/contract/user-jobs.ts';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { EntityIcon, EntityName } from '@gatehouse/ui/entity-icon.tsx';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { SidePanel } from '@gatehouse/ui/side-panel.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { History } from 'lucide-react';
import { send } from '../../api.ts';
import {
  actionOfChange,
  ChangedFields,
  ChangeIcon,
  nameOfActor,
  nameOfObject,
  RevertButton,
  saysSomething,
  titleOfChange,
} from '../../history/change.tsx';
import { useKindWords } from '../../history/kind-words.ts';
import { useT } from '../../phrases.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import type { PanelMoves } from '../../templates/row-panel.tsx';
import { queryOfTimeRange, TimeRangeFilter } from '../../templates/time-range-filter.tsx';
import { useAuditLogTabs } from './tabs.ts';

/** Every configuration change, by field, with undo. */
export const ChangeList = () => {
  const t = useT();
  const describe = useKindWords();
  const tabs = useAuditLogTabs('changes');
  return (
    <EntityList
      row={changes.list}
      words="audit_logs.changes"
      icon={History}
      illustration={<Illustration of="changes" />}
      isLive
      tabs={tabs}
      nameOf={change => titleOfChange(change, t)}
      readRow={id => send(changes.read, { params: { id } })}
      rowPanel={(change, moves) => <ChangePanel change={change} {...moves} />}
      filters={[
        {
          name: 'kind',
          queryName: 'objectKind',
          label: t('audit_logs.changes.kind'),
          options: entityKinds
            .map(value => ({ value, label: describe(value) }))
            .sort((one, other) => one.label.localeCompare(other.label)),
        },
        {
          name: 'time',
          label: t('audit_logs.changes.time'),
          query: queryOfTimeRange,
          control: (value, onChange) => <TimeRangeFilter value={value} onChange={onChange} />,
        },
      ]}
      columns={[
        {
          id: 'what',
          header: t('audit_logs.changes.what'),
          cell: (change: Change) => (
            <EntityName
              icon={
                <EntityIcon>
                  <ChangeIcon change={change} />
                </EntityIcon>
              }
              name={describeObject(change, t)}
              detail={describe(change.objectKind)}
            />
          ),
        },
        {
          id: 'action',
          header: t('audit_logs.changes.action'),
          cell: (change: Change) => actionOfChange(change, t),
        },
        {
          id: 'who',
          header: t('audit_logs.changes.who'),
          cell: (change: Change) => nameOfActor(change, t),
        },
        {
          id: 'fields',
          givesWay: true,
          header: t('audit_logs.changes.fields'),
          cell: ({ fields }: Change) => <FieldNames fields={fields} />,
        },
        {
          id: 'time',
          header: t('audit_logs.changes.time'),
          cell: ({ createdAt, revertedBy }: Change) => (
            <>
              <DateText value={createdAt} as="second" />{' '}
              {revertedBy && <Tag>{t('history.already_reverted')}</Tag>}
            </>
          ),
        },
      ]}
    />
  );
};

const shownFields = 2;

/** The first of the fields that changed by name, and how many more there are. */
const FieldNames = ({ fields }: Pick<Change, 'fields'>) => {
  const t = useT();
  const names = fields.filter(saysSomething).map(({ name }) => name);
  const rest = names.length - shownFields;
  return (
    <>
      <Text isMono>{names.slice(0, shownFields).join(', ')}</Text>{' '}
      {rest > 0 && <Text tone="faint">{t('audit_logs.changes.more_fields', { count: rest })}</Text>}
    </>
  );
};

/** Bulk jobs have a translated name. Other objects keep the name they were given. */
const describeObject = (change: Change, t: ReturnType<typeof useT>) => {
  const { objectKind, objectName, objectId } = change;
  const bulkKind = bulkKinds.find(kind => objectKind === 'user-job' && kind === objectName);
  return bulkKind ? t(`audit_logs.bulk_kinds.${bulkKind}`) : (nameOfObject(change, t) ?? objectId);
};

const ChangePanel = ({ change, ...moves }: { change: Change } & PanelMoves) => {
  const t = useT();
  const describe = useKindWords();
  const { objectKind, objectId, createdAt, via, requestId, fields } = change;
  return (
    <SidePanel {...moves} title={titleOfChange(change, t)}>
      <Stack>
        <KeyValueList
          items={[
            { key: describe(objectKind), value: describeObject(change, t) },
            { key: t('audit_logs.changes.id'), value: <CopyText text={objectId} /> },
            { key: t('audit_logs.changes.time'), value: <DateText value={createdAt} as="second" /> },
            { key: t('audit_logs.changes.via'), value: <Text isMono>{`${via.method} ${via.path}`}</Text> },
            { key: t('audit_logs.changes.request'), value: <CopyText text={requestId} /> },
          ]}
        />
        <ChangedFields kind={objectKind} fields={fields} />
        <div>
          <RevertButton change={change} />
        </div>
      </Stack>
    </SidePanel>
  );
};

import type { BundleChange } from '@gatehouse/contract/bundles.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useState } from 'react';
import { useFieldNames } from '../history/field-names.ts';
import { useT } from '../phrases.tsx';

const tones = { create: 'success', update: 'accent', delete: 'danger', unlisted: 'neutral' } as const;

export const ActionTag = ({ change: { action } }: { change: Pick<BundleChange, 'action'> }) => {
  const t = useT();
  return <Tag tone={tones[action]}>{t(`configuration.actions.${action}`)}</Tag>;
};

type ComparedFieldsProps = {
  /** Of the object, if its fields are those of the API. */
  kind?: string;
  change: Pick<BundleChange, 'name' | 'fields' | 'action'>;
  /** The side that is compared, and the one that it is compared with: this tenant unless said. */
  sourceName: string;
  targetName?: string;
};

/** The fields of both sides beside each other. */
export const ComparedFields = ({ kind = '', change, sourceName, targetName }: ComparedFieldsProps) => {
  const t = useT();
  const labelOf = useFieldNames(kind);
  const { name, fields, action } = change;
  const [isShown, setIsShown] = useState(action === 'update');
  if (fields.length === 0) return null;
  return (
    <>
      {isShown && (
        <DataTable
          label={name}
          rows={fields}
          rowKey={({ path }) => path}
          rowName={({ path }) => labelOf(path) ?? path}
          columns={[
            {
              id: 'field',
              header: t('configuration.field'),
              cell: ({ path }) => <FieldName label={labelOf(path)} path={path || name} />,
            },
            {
              id: 'before',
              header: targetName ?? t('configuration.this_tenant'),
              cell: ({ before, isSecret }) => <Value value={before} isSecret={isSecret} />,
            },
            {
              id: 'after',
              header: sourceName,
              cell: ({ after, isSecret }) => <Value value={after} isSecret={isSecret} />,
            },
          ]}
        />
      )}
      <div>
        <Button size="small" variant="quiet" onClick={() => setIsShown(!isShown)}>
          {t(isShown ? 'configuration.hide_fields' : 'configuration.show_fields')}
        </Button>
      </div>
    </>
  );
};

const FieldName = ({ label, path }: { label: string | undefined; path: string }) => {
  if (!label) return <bdi dir="ltr">{path}</bdi>;
  return (
    <Stack gap={1}>
      {label}
      <div>
        <bdi dir="ltr">
          <Text size="small" tone="faint" isMono>
            {path}
          </Text>
        </bdi>
      </div>
    </Stack>
  );
};

/** Longer values are scripts or pages, which do not fit into a table. */
const longest = 600;

const Value = ({ value, isSecret }: { value: unknown; isSecret: boolean | undefined }) => {
  const t = useT();
  if (isSecret) return <Text tone="soft">{t('configuration.secret')}</Text>;
  if (value === undefined || value === null || value === '') return <Text tone="faint">—</Text>;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const shown = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return (
    <Text isMono>
      <bdi dir={typeof value === 'string' ? undefined : 'ltr'}>{shown}</bdi>
    </Text>
  );
};

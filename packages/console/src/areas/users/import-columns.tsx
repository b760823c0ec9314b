import { type ImportField, type ImportFile, importFields } from '@gatehouse/contract/user-jobs.ts';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useT } from '../../phrases.tsx';

type Mapping = Record<string, ImportField | undefined>;

const nothing = 'nothing';

/**
 * Assigns a field to each column of the file. A field that is already assigned moves to the column that was changed
 * last.
 */
export const ImportColumns = ({
  columns,
  mapping,
  onChange,
}: {
  columns: ImportFile['columns'];
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}) => {
  const t = useT();
  const options = [
    { value: nothing, label: t('users.import.leave_out') },
    ...importFields.map(value => ({ value, label: t(`users.import.fields.${nameOf(value)}`) })),
  ];
  const choose = (column: string, value: string) => {
    const field = value === nothing ? undefined : (value as ImportField);
    const others = Object.entries(mapping).map(([name, taken]) => [
      name,
      taken === field ? undefined : taken,
    ]);
    onChange({ ...Object.fromEntries(others), [column]: field });
  };
  return (
    <DataTable
      label={t('users.import.columns')}
      rows={columns}
      rowKey={({ name }) => name}
      rowName={({ name }) => name}
      columns={[
        { id: 'name', header: t('users.import.column'), cell: ({ name }) => name },
        {
          id: 'samples',
          header: t('users.import.samples'),
          cell: ({ samples }) => <Text tone="soft">{samples.join(' · ')}</Text>,
        },
        {
          id: 'field',
          header: t('users.import.field'),
          cell: ({ name }) => (
            <Select
              label={t('users.import.becomes')}
              value={mapping[name] ?? nothing}
              onChange={value => choose(name, value)}
              options={options}
            />
          ),
        },
      ]}
    />
  );
};

type Bare<Name> = Name extends `profile.${infer Rest}` ? Rest : Name;

const nameOf = (field: ImportField) => field.replace('profile.', '') as Bare<ImportField>;

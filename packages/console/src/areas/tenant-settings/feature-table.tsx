import type { QuotaKey } from '@gatehouse/contract/quota.ts';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import type { Column } from '@gatehouse/ui/data-table-props.ts';
import { useT } from '../../phrases.tsx';

/** Each limit and switch of a plan; management of roles is a switch that usage alone shows. */
type Feature = { key: QuotaKey | 'rbacEnabled' | 'support' };

type Props<Row extends Feature> = {
  label: string;
  rows: Row[] | undefined;
  columns: Column<Row>[];
};

/** A table of features: each row starts with the name of one. */
export const FeatureTable = <Row extends Feature>({ label, rows, columns }: Props<Row>) => {
  const t = useT();
  const nameOf = ({ key }: Feature) => t(`subscription.features.${key}`);
  return (
    <DataTable
      label={label}
      rows={rows}
      rowKey={({ key }) => key}
      rowName={nameOf}
      columns={[{ id: 'feature', header: t('subscription.feature'), cell: nameOf }, ...columns]}
    />
  );
};

import type { Row } from '@gatehouse/contract/endpoint.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { ReadOnlyFields } from '@gatehouse/ui/read-only-fields.ts';
import type { ReactNode } from 'react';
import { isCloud } from '../bootstrap.ts';
import { useT } from '../phrases.tsx';
import { useAbilities } from '../session/abilities.ts';

type ReaderFieldsProps = {
  /** The request that the fields are for, if it does not belong to the area of the screen. */
  row?: Pick<Row, 'method' | 'permission' | 'shows'>;
  children: ReactNode;
};

/** Fields that only show their values to roles that cannot change them, and say why. */
export const ReaderFields = ({ row, children }: ReaderFieldsProps) => {
  const t = useT();
  const { mayWrite, mayDo, isReader } = useAbilities();
  const isReadOnly = row ? !mayDo(row) : !mayWrite;
  // A notice on all screens of the cloud says so to readers.
  const isSaid = isCloud && isReader;
  return (
    <ReadOnlyFields value={isReadOnly}>
      {isReadOnly && !isSaid && <Callout title={t('permission.no_write')} />}
      {children}
    </ReadOnlyFields>
  );
};

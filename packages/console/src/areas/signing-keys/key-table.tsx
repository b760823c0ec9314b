import type { Row as ApiRow } from '@gatehouse/contract/endpoint.ts';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import type { Column } from '@gatehouse/ui/data-table-props.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { RotateCw } from 'lucide-react';
import { useWords, type Words } from '../../phrases.tsx';
import { deletionItem, useRowItems } from '../../templates/menu-items.tsx';
import type { ReadOrFailure } from '../../templates/read-or-failure.tsx';
import type { Deletion } from '../../templates/use-delete.tsx';
import { WriteButton } from '../../templates/write-button.tsx';

/** A key is called by its id. */
export type Named<Key> = Key & { name: string };

type KeyTableProps<Key extends { id: string }> = {
  words: Words<'title' | 'text' | 'rotate'>;
  columns: Column<Key>[];
  read: ReadOrFailure<Key[]>;
  deletion: Deletion<Named<Key>>;
  rotation: ApiRow;
  onRotate: () => void;
};

/** Keys of one kind, newest first, with what can be done to them. */
export const KeyTable = <Key extends { id: string }>(props: KeyTableProps<Key>) => {
  const { columns, deletion, onRotate } = props;
  const rowItems = useRowItems();
  const say = useWords(props.words);
  const named = (key: Key): Named<Key> => ({ ...key, name: key.id });
  return (
    <FormSection title={say('title')} help={say('text')}>
      <Row justify="end">
        <WriteButton row={props.rotation} icon={<RotateCw />} disabled={!props.read.data} onClick={onRotate}>
          {say('rotate')}
        </WriteButton>
      </Row>
      <DataTable
        label={say('title')}
        rows={props.read.data}
        rowKey={({ id }) => id}
        rowName={({ id }) => id}
        skeletonRows={2}
        columns={columns}
        rowMenu={key => [
          rowItems.copyId(key.id),
          ...(deletion.isAllowed(named(key)) ? [deletionItem(deletion, named(key))] : []),
        ]}
        error={props.read.failure}
      />
    </FormSection>
  );
};

import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import type { Column } from '@gatehouse/ui/data-table-props.ts';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { EntityIcon, EntityName } from '@gatehouse/ui/entity-icon.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import type { ReactNode } from 'react';

/** The columns that lists have again and again. The name stands first: its cell is the row's link. */
export const nameColumn = <Item extends { name: string }>(
  header: string,
  { icon, detail }: { icon: (item: Item) => ReactNode; detail?: (item: Item) => ReactNode },
): Column<Item> => ({
  id: 'name',
  header,
  cell: item => (
    <EntityName icon={<EntityIcon>{icon(item)}</EntityIcon>} name={item.name} detail={detail?.(item)} />
  ),
});

/** As the name, with what kind of thing it is and its ID to copy below. */
export const nameAndIdColumn = <Item extends { id: string; name: string }>(
  header: string,
  {
    icon,
    detail,
    copyLabel,
  }: { icon: (item: Item) => ReactNode; detail: (item: Item) => string; copyLabel: string },
): Column<Item> => ({
  id: 'name',
  header,
  opensInside: true,
  cell: (item, open) => (
    <EntityName
      icon={<EntityIcon>{icon(item)}</EntityIcon>}
      name={open(item.name)}
      detail={
        <>
          {detail(item)} · <CopyText isQuiet text={item.id} label={copyLabel} />
        </>
      }
    />
  ),
});

/** Ids, addresses, permissions: read character by character. */
export const codeColumn = <Name extends string>(
  header: string,
  name: Name,
): Column<Record<Name, string>> => ({
  id: name,
  header,
  cell: item => <Text isMono>{item[name]}</Text>,
});

export const wordsColumn = <Name extends string>(
  header: string,
  name: Name,
): Column<Record<Name, string | null>> => ({
  id: name,
  header,
  cell: item => item[name] && <Text tone="soft">{item[name]}</Text>,
});

export const dateColumn = <Name extends string>(
  header: string,
  name: Name,
): Column<Record<Name, number>> => ({
  id: name,
  header,
  firstSort: 'descending',
  cell: item => <DateText value={item[name]} />,
});

/** When something last happened, as how long ago that is. */
export const activityColumn = <Name extends string>(
  header: string,
  name: Name,
  /** Said where it has not happened. */
  otherwise: string,
): Column<Record<Name, number | null>> => ({
  id: name,
  header,
  firstSort: 'descending',
  cell: item =>
    item[name] === null ? <Text tone="faint">{otherwise}</Text> : <DateText value={item[name]} as="ago" />,
});

/** Labels at the end of the row; a row without any has an empty cell. */
export const tagsColumn = <Item,>(header: string, tags: (item: Item) => ReactNode): Column<Item> => ({
  id: 'tags',
  header,
  align: 'end',
  cell: tags,
});

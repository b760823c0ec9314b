import { Button } from '@gatehouse/ui/button.tsx';
import { IconButton } from '@gatehouse/ui/icon-button.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Menu } from '@gatehouse/ui/menu.tsx';
import { ReadOnlyFields } from '@gatehouse/ui/read-only-fields.ts';
import { SortableList } from '@gatehouse/ui/sortable-list.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Plus, X } from 'lucide-react';
import { type ReactNode, use } from 'react';
import { useT } from '../phrases.tsx';

type OrderedChoicesProps<Item, Choice extends string> = {
  items: readonly Item[];
  keyOf: (item: Item) => Choice;
  nameOf: (choice: Choice) => string;
  onChange: (items: Item[]) => void;
  /** Everything that can be chosen. */
  choices: readonly Choice[];
  itemOf: (choice: Choice) => Item;
  addLabel: string;
  emptyText: string;
  /** Beside the name. */
  children?: (item: Item, replace: (item: Item) => void) => ReactNode;
};

/** Some of several things, in an order that counts. */
export const OrderedChoices = <Item, Choice extends string>(props: OrderedChoicesProps<Item, Choice>) => {
  const { items, keyOf, nameOf, onChange, choices, itemOf, addLabel, emptyText, children } = props;
  const t = useT();
  const isReadOnly = use(ReadOnlyFields);
  const rest = choices.filter(choice => !items.some(item => keyOf(item) === choice));
  return (
    <>
      {items.length === 0 && <Text tone="soft">{emptyText}</Text>}
      <SortableList items={items} keyOf={keyOf} nameOf={item => nameOf(keyOf(item))} onChange={onChange}>
        {(item, index) => (
          <Row justify="between">
            <Text isStrong>{nameOf(keyOf(item))}</Text>
            <Row gap={4}>
              {children?.(item, next => onChange(items.with(index, next)))}
              <IconButton
                size="small"
                icon={<X />}
                disabled={isReadOnly}
                label={t('general.remove_named', { name: nameOf(keyOf(item)) })}
                onClick={() => onChange(items.toSpliced(index, 1))}
              />
            </Row>
          </Row>
        )}
      </SortableList>
      {rest.length > 0 && (
        <div>
          <Menu
            trigger={
              <Button size="small" icon={<Plus />} disabled={isReadOnly}>
                {addLabel}
              </Button>
            }
            items={rest.map(choice => ({
              label: nameOf(choice),
              onSelect: () => onChange([...items, itemOf(choice)]),
            }))}
          />
        </div>
      )}
    </>
  );
};

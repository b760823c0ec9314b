import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { GripVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFieldGroup } from './field.tsx';
import styles from './sortable-list.module.css';
import { useUiText } from './ui-text.tsx';

type SortableListProps<Item> = {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** What an item is called in words, also when it is only heard. */
  nameOf: (item: Item) => string;
  onChange: (items: Item[]) => void;
  disabled?: boolean;
  children: (item: Item, index: number) => ReactNode;
};

const onlyUpAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** Lines in an order that is changed by dragging, or by Space, the arrow keys and Space again; every step is announced. */
export function SortableList<Item>({
  items,
  keyOf,
  nameOf,
  onChange,
  disabled,
  children,
}: SortableListProps<Item>) {
  const { t } = useUiText();
  const group = useFieldGroup();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const keys = items.map(keyOf);
  const wordsFor = (key: string | number, over = key) => ({
    name: nameOf(items[keys.indexOf(String(key))] as Item),
    place: String(keys.indexOf(String(over)) + 1),
    count: items.length,
  });
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('sort_lifted', wordsFor(active.id)),
    onDragOver: ({ active, over }) => t('sort_moved', wordsFor(active.id, over?.id)),
    onDragEnd: ({ active, over }) => t('sort_dropped', wordsFor(active.id, over?.id)),
    onDragCancel: ({ active }) => t('sort_cancelled', wordsFor(active.id)),
  };
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return;
    const from = keys.indexOf(String(active.id));
    const moved = items[from] as Item;
    onChange(items.toSpliced(from, 1).toSpliced(keys.indexOf(String(over.id)), 0, moved));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[onlyUpAndDown]}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('sort_instructions') } }}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <ul className={styles.list} {...group}>
          {items.map((item, index) => (
            <SortableLine
              key={keys[index]}
              id={keys[index] as string}
              handleLabel={t('sort_handle', { name: nameOf(item) })}
              disabled={disabled || items.length < 2}
            >
              {children(item, index)}
            </SortableLine>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

type SortableLineProps = { id: string; handleLabel: string; disabled: boolean; children: ReactNode };

function SortableLine({ id, handleLabel, disabled, children }: SortableLineProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id, disabled });
  return (
    <li
      ref={setNodeRef}
      className={styles.line}
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={styles.handle}
        aria-label={handleLabel}
        aria-describedby={attributes['aria-describedby']}
        title={handleLabel}
        disabled={disabled}
        {...listeners}
      >
        <GripVertical aria-hidden />
      </button>
      <div className={styles.content}>{children}</div>
    </li>
  );
}

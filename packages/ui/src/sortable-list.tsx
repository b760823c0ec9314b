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
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type ReactNode, useContext, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFieldGroup } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { ReadOnlyFields } from './read-only-fields.ts';
import styles from './sortable-list.module.css';
import { useUiText } from './ui-text.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

type SortableListProps<Item> = {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** The name of an item as plain text, also used by screen readers. */
  nameOf: (item: Item) => string;
  onChange: (items: Item[]) => void;
  disabled?: boolean;
  children: (item: Item, index: number) => ReactNode;
};

const onlyUpAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/**
 * Lines in an order that is changed by dragging, or by Space, the arrow keys and Space again; a press on the handle shows
 * buttons for those who do not drag. Every step is announced.
 */
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
  const [withButtons, setWithButtons] = useState<string>();
  const [step, setStep] = useState('');
  const move = (from: number, to: number) =>
    onChange(items.toSpliced(from, 1).toSpliced(to, 0, items[from] as Item));
  const stepTo = (from: number, to: number) => {
    if (to < 0 || to >= items.length) return;
    move(from, to);
    setStep(t('sort_dropped', wordsFor(keys[from] as string, keys[to])));
  };
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return;
    move(keys.indexOf(String(active.id)), keys.indexOf(String(over.id)));
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
              isFixed={disabled || items.length < 2}
              onPress={() => setWithButtons(open => (open === keys[index] ? undefined : keys[index]))}
            >
              {withButtons === keys[index] && (
                <span className={styles.steps}>
                  <StepButton
                    label={t('sort_up', { name: nameOf(item) })}
                    icon={<ArrowUp />}
                    onPress={() => stepTo(index, index - 1)}
                  />
                  <StepButton
                    label={t('sort_down', { name: nameOf(item) })}
                    icon={<ArrowDown />}
                    onPress={() => stepTo(index, index + 1)}
                  />
                </span>
              )}
              <div className={styles.content}>{children(item, index)}</div>
            </SortableLine>
          ))}
        </ul>
        <VisuallyHidden role="status">{step}</VisuallyHidden>
      </SortableContext>
    </DndContext>
  );
}

type StepButtonProps = { label: string; icon: ReactNode; onPress: () => void };

/** It keeps the focus when its line changes places. */
function StepButton({ label, icon, onPress }: StepButtonProps) {
  return (
    <IconButton
      size="small"
      label={label}
      icon={icon}
      onClick={({ currentTarget }) => {
        // At once: a page in the background draws no next frame.
        flushSync(onPress);
        currentTarget.focus();
      }}
    />
  );
}

type SortableLineProps = {
  id: string;
  handleLabel: string;
  isFixed?: boolean;
  /** The handle was pressed and not dragged. */
  onPress: () => void;
  children: ReactNode;
};

function SortableLine({ id, handleLabel, isFixed = false, onPress, children }: SortableLineProps) {
  const disabled = useContext(ReadOnlyFields) || isFixed;
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
        onClick={onPress}
        {...listeners}
      >
        <GripVertical aria-hidden />
      </button>
      {children}
    </li>
  );
}

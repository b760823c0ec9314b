import { Menu as Base } from '@base-ui/react/menu';
import { ChevronRight, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import control from './control.module.css';
import { Link } from './link.tsx';
import styles from './menu.module.css';
import type { LongMenu, MenuItem, MenuProps } from './menu-props.ts';
import { OptionLine, type OptionWords } from './option-line.tsx';
import popup from './popup.module.css';
import { Spinner } from './spinner.tsx';
import { useUiText } from './ui-text.tsx';

/** The menu itself, initially open: it is loaded when the user opens it. */
export function MenuPopup(props: MenuProps) {
  const { trigger, items, align = 'end', side = 'bottom', long } = props;
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          className={popup.positioner}
          align={align}
          side={side}
          sideOffset={5}
          collisionPadding={viewportMargin}
        >
          {long ? (
            <LongPopup items={items} {...long} />
          ) : (
            <Base.Popup className={`${popup.popup} ${styles.menu}`}>{items.map(renderItem)}</Base.Popup>
          )}
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** The field is not among the items, which are all that a menu may hold: the menu proper is inside. */
function LongPopup({ items, label, footer, hasSearch }: LongMenu & { items: MenuItem[] }) {
  const { t } = useUiText();
  const [query, setQuery] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const wanted = query.trim().toLocaleLowerCase();
  const found = wanted
    ? items
        .flatMap(ungrouped)
        .filter(item => 'label' in item && item.label.toLocaleLowerCase().includes(wanted))
    : items;

  /** Wherever the pointer has put the focus, what is typed goes into the field, and Enter takes the first that is found. */
  const type = (event: KeyboardEvent) => {
    if (!hasSearch || event.ctrlKey || event.metaKey || event.altKey) return;
    const isInField = event.target === input.current;
    const isText = event.key.length === 1 && (isInField || event.key !== ' ');
    if (!isText && !(isInField && fieldKeys.includes(event.key))) return;
    // The menu itself would look for an item by its first letter.
    event.stopPropagation();
    input.current?.focus();
    if (event.key === 'Enter' && wanted) list.current?.querySelector<HTMLElement>('[role=menuitem]')?.click();
  };
  return (
    <Base.Popup
      className={`${popup.popup} ${styles.menu} ${styles.long}`}
      role="dialog"
      onKeyDownCapture={type}
    >
      {hasSearch && (
        <div className={`${control.control} ${control.group}`}>
          <Search aria-hidden />
          <input
            ref={input}
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            value={query}
            onChange={({ currentTarget }) => setQuery(currentTarget.value)}
          />
        </div>
      )}
      <div role="menu" aria-label={label} className={styles.list}>
        <div ref={list} role="presentation" className={styles.scrolled}>
          {found.map(renderItem)}
          {found.length === 0 && <div className={popup.message}>{t('no_matches')}</div>}
        </div>
        <Base.Separator className={styles.separator} />
        {footer.map(renderItem)}
      </div>
    </Base.Popup>
  );
}

const ungrouped = (item: MenuItem) => (item.kind === 'group' ? item.items : [item]);

/** They move the caret, take letters away, or choose. */
const fieldKeys = ['Home', 'End', 'Backspace', 'Delete', 'ArrowLeft', 'ArrowRight', 'Enter'];

const viewportMargin = 16;
const hoverOpenMs = 300;
const hoverCloseMs = 100;

function renderItem(item: MenuItem, index: number) {
  switch (item.kind) {
    case 'separator':
      return <Base.Separator key={index} className={styles.separator} />;
    case 'group':
      return (
        <Base.Group key={index} className={styles.group}>
          <Base.GroupLabel className={styles.heading}>{item.heading}</Base.GroupLabel>
          {item.items.map(renderItem)}
        </Base.Group>
      );
    case 'content':
      return (
        <div key={index} className={styles.content}>
          {item.content}
        </div>
      );
    case 'link':
      return (
        <Base.LinkItem
          key={index}
          className={popup.item}
          closeOnClick
          render={<Link href={item.href} target={item.target} />}
        >
          <OptionLine {...item} />
        </Base.LinkItem>
      );
    case 'submenu':
      return (
        <Submenu key={index} {...item}>
          {item.items.map(renderItem)}
        </Submenu>
      );
    case 'choice':
      return (
        <Submenu key={index} {...item}>
          <Base.RadioGroup value={item.value} onValueChange={item.onChange} className={styles.group}>
            {item.options.map(option => (
              <Base.RadioItem key={option.value} value={option.value} className={popup.item} closeOnClick>
                <OptionLine label={option.label} Tick={Base.RadioItemIndicator} />
              </Base.RadioItem>
            ))}
          </Base.RadioGroup>
        </Submenu>
      );
    default:
      return (
        <Base.Item
          key={index}
          className={popup.item}
          data-tall={item.detail ? true : undefined}
          data-danger={item.isDanger || undefined}
          disabled={item.isDisabled || item.isLoading}
          closeOnClick={!item.keepsOpen}
          onClick={item.onSelect}
        >
          <OptionLine {...item} />
          {item.isLoading && <Spinner />}
          {item.kbd && <kbd className={styles.kbd}>{item.kbd}</kbd>}
        </Base.Item>
      );
  }
}

function Submenu({ children, ...words }: OptionWords & { children: ReactNode }) {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className={popup.item} openOnHover delay={hoverOpenMs} closeDelay={hoverCloseMs}>
        <OptionLine {...words} />
        <ChevronRight aria-hidden />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner
          className={popup.positioner}
          sideOffset={8}
          alignOffset={-7}
          collisionPadding={viewportMargin}
        >
          <Base.Popup className={`${popup.popup} ${styles.menu}`}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}

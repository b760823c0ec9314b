import { Menu as Base } from '@base-ui/react/menu';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from './link.tsx';
import styles from './menu.module.css';
import type { MenuItem, MenuProps } from './menu.tsx';
import { OptionLine, type OptionWords } from './option-line.tsx';
import popup from './popup.module.css';
import { Spinner } from './spinner.tsx';

/** The menu itself, open from the start: it is loaded when somebody opens it. */
export function MenuPopup({ trigger, items, align = 'end', side = 'bottom' }: MenuProps) {
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
          <Base.Popup className={`${popup.popup} ${styles.menu}`}>{items.map(renderItem)}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const viewportMargin = 16;
const hoverOpenMs = 300;
const hoverCloseMs = 100;

function renderItem(item: MenuItem, index: number) {
  switch (item.kind) {
    case 'separator':
      return <Base.Separator key={index} className={styles.separator} />;
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

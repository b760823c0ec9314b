import { Dialog as Base } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './command-palette.module.css';
import dialog from './dialog.module.css';
import { Kbd } from './kbd.tsx';
import { Spinner } from './spinner.tsx';
import { useUiText } from './ui-text.tsx';
import { useDelayedFlag } from './use-delayed-flag.ts';

export type Command = {
  id: string;
  label: string;
  detail?: string;
  icon?: ReactNode;
  kbd?: string;
  onRun: () => void;
};
export type CommandGroup = { title: string; commands: Command[] };

type CommandPaletteProps = {
  isOpen: boolean;
  onClose: () => void;
  query: string;
  onQueryChange: (query: string) => void;
  /** Already filtered by the query; empty groups are left out. */
  groups: CommandGroup[];
  isLoading?: boolean;
  placeholder?: string;
  emptyText?: string;
};

/** One box to find and do everything. The focus stays in the input; arrows choose, Enter runs. */
export function CommandPalette(props: CommandPaletteProps) {
  const { t } = useUiText();
  return (
    <Base.Root open={props.isOpen} onOpenChange={isOpen => !isOpen && props.onClose()}>
      <Base.Portal>
        <Base.Backdrop className={dialog.backdrop} />
        <Base.Viewport className={dialog.viewport}>
          <Base.Popup className={styles.palette} aria-label={props.placeholder ?? t('search')}>
            <Palette {...props} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

function Palette({
  query,
  onQueryChange,
  onClose,
  groups,
  isLoading = false,
  placeholder,
  emptyText,
}: CommandPaletteProps) {
  const { t } = useUiText();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const isSpinning = useDelayedFlag(isLoading);
  const filled = groups.filter(group => group.commands.length > 0);
  const commands = filled.flatMap(group => group.commands);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.onRun();
  };
  const { active, setActiveId, choose } = useActiveCommand(commands, run);
  useEffect(() => {
    if (active) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const optionId = (command: Command | undefined) => command && `${listId}-${command.id}`;
  return (
    <>
      <div className={styles.query}>
        {isSpinning ? <Spinner size={18} /> : <Search aria-hidden />}
        <input
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={optionId(active)}
          aria-label={placeholder ?? t('search')}
          placeholder={placeholder ?? t('search')}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={({ currentTarget }) => onQueryChange(currentTarget.value)}
          onKeyDown={choose}
        />
      </div>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={placeholder ?? t('search')}
        className={styles.list}
      >
        {filled.map(group => (
          // biome-ignore lint/a11y/useSemanticElements: inside a listbox only a group may hold options
          <div key={group.title} role="group" aria-label={group.title}>
            <div className={styles.group} aria-hidden>
              {group.title}
            </div>
            {group.commands.map(command => (
              <CommandOption
                key={command.id}
                id={optionId(command)}
                command={command}
                query={query.trim()}
                isActive={command === active}
                onPoint={() => setActiveId(command.id)}
                onRun={() => run(command)}
              />
            ))}
          </div>
        ))}
      </div>
      {commands.length === 0 && (
        <p className={styles.empty} role="status">
          {isLoading ? '' : (emptyText ?? t('no_matches'))}
        </p>
      )}
    </>
  );
}

/** The command that Enter runs; arrows move it, and it begins at the first. */
function useActiveCommand(commands: Command[], run: (command: Command | undefined) => void) {
  const [activeId, setActiveId] = useState<string>();
  const active = commands.find(command => command.id === activeId) ?? commands[0];
  const choose = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      return run(active);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !active) return;
    event.preventDefault();
    setActiveId(commands.at((commands.indexOf(active) + step) % commands.length)?.id);
  };
  return { active, setActiveId, choose };
}

type CommandOptionProps = {
  id: string | undefined;
  command: Command;
  query: string;
  isActive: boolean;
  onPoint: () => void;
  onRun: () => void;
};

function CommandOption({ id, command, query, isActive, onPoint, onRun }: CommandOptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and points here
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled in the input
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.command}
      onPointerMove={onPoint}
      onClick={onRun}
    >
      {command.icon}
      <span className={styles.words}>
        <span>
          <Matched text={command.label} query={query} />
        </span>
        {command.detail && (
          <span className={styles.detail}>
            <Matched text={command.detail} query={query} />
          </span>
        )}
      </span>
      {command.kbd && <Kbd isHint>{command.kbd}</Kbd>}
      {isActive && !command.kbd && <Kbd isHint>↵</Kbd>}
    </div>
  );
}

/** The words with what was searched for set off, where they have it. */
function Matched({ text, query }: { text: string; query: string }) {
  const start = query ? text.toLowerCase().indexOf(query.toLowerCase()) : -1;
  if (start < 0) return text;
  const end = start + query.length;
  return (
    <>
      {text.slice(0, start)}
      <mark className={styles.match}>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}

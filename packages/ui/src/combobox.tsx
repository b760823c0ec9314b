import { Combobox as Base } from '@base-ui/react/combobox';
import { X } from 'lucide-react';
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import control from './control.module.css';
import { useFieldControl, useFieldGroup } from './field.tsx';
import { OptionLine, type OptionWords } from './option-line.tsx';
import popup from './popup.module.css';
import { Spinner } from './spinner.tsx';
import styles from './tag-input.module.css';
import { useUiText } from './ui-text.tsx';
import { useDelayedFlag } from './use-delayed-flag.ts';

export type ComboboxOption = OptionWords & { value: string };

type ComboboxProps = {
  value: ComboboxOption[];
  onChange: (value: ComboboxOption[]) => void;
  onBlur?: () => void;
  /** Asked when the list opens and again while typing; rejects when aborted. */
  search: (query: string, signal: AbortSignal) => Promise<ComboboxOption[]>;
  /** A new choice takes the place of the last one. */
  isSingle?: boolean;
  placeholder?: string;
  disabled?: boolean;
  /** Its name where no field is around it, as among the filters of a list. */
  label?: string;
  ref?: Ref<HTMLInputElement>;
};

/** Picks from more than can be listed, by asking the server. */
export function Combobox({
  value,
  onChange,
  onBlur,
  search,
  isSingle,
  placeholder,
  disabled,
  label,
  ref,
}: ComboboxProps) {
  const field = useFieldControl();
  const group = useFieldGroup();
  const [isOpen, setIsOpen] = useState(false);
  const [query, setQuery] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const [hasOwnRoom, setHasOwnRoom] = useState(false);
  const { results, isSearching, hasFailed } = useSearch(search, query, isOpen);
  const pick = (first: ComboboxOption) => {
    if (!value.some(option => option.value === first.value)) onChange(isSingle ? [first] : [...value, first]);
    setQuery('');
  };
  const { waitForResults, cancelPick } = useLatePick({ query, results, isSearching, onPick: pick });
  const chosenOnly = value.filter(option => !results.some(result => result.value === option.value));

  return (
    <Base.Root
      multiple
      autoHighlight
      modal
      items={[...results, ...chosenOnly]}
      filteredItems={results}
      filter={null}
      itemToStringLabel={(option: ComboboxOption) => option.label}
      isItemEqualToValue={(option, other) => option.value === other.value}
      value={value}
      onValueChange={(next, details) => {
        // Escape closes the list. Where that is closed already, it takes nothing away that was picked.
        if (details.reason !== 'escape-key') onChange(isSingle ? next.slice(-1) : next);
      }}
      inputValue={query}
      onInputValueChange={text => {
        setQuery(text);
        cancelPick();
      }}
      open={isOpen}
      onOpenChange={open => {
        // The room stays when the list closes: a button that is about to be pressed does not move.
        if (open && box.current?.closest('[role=dialog]')) setHasOwnRoom(true);
        setIsOpen(open);
      }}
      disabled={disabled}
    >
      <Base.InputGroup
        ref={box}
        className={styles.box}
        data-inline={label ? true : undefined}
        data-own-room={hasOwnRoom || undefined}
      >
        <Base.Chips
          className={`${control.control} ${styles.tags}`}
          data-inline={label ? true : undefined}
          data-filled={value.length > 0 || undefined}
        >
          {value.map(option => (
            <Chosen key={option.value} label={option.label} />
          ))}
          <Base.Input
            {...field}
            aria-labelledby={group['aria-labelledby']}
            aria-label={label}
            ref={ref}
            onBlur={onBlur}
            onKeyDown={waitForResults}
            placeholder={value.length === 0 ? placeholder : undefined}
          />
        </Base.Chips>
      </Base.InputGroup>
      <Found results={results} isSearching={isSearching} hasFailed={hasFailed} hasOwnRoom={hasOwnRoom} />
    </Base.Root>
  );
}

function Chosen({ label }: { label: string }) {
  const { t } = useUiText();
  return (
    <Base.Chip className={styles.tag} aria-label={label}>
      <span>{label}</span>
      <Base.ChipRemove aria-label={t('remove_named', { name: label })}>
        <X aria-hidden />
      </Base.ChipRemove>
    </Base.Chip>
  );
}

type Search = ReturnType<typeof useSearch>;

/** The list that is still shown belongs to an earlier text: Enter picks once the search has an answer. */
function useLatePick({
  query,
  results,
  isSearching,
  onPick,
}: Pick<Search, 'results' | 'isSearching'> & { query: string; onPick: (first: ComboboxOption) => void }) {
  const [isPickDue, setIsPickDue] = useState(false);
  const waitForResults: Base.Input.Props['onKeyDown'] = event => {
    const isEntered = event.key === 'Enter' && !event.nativeEvent.isComposing && query.trim() !== '';
    if (!isEntered || (!isSearching && results.length > 0)) return;
    event.preventBaseUIHandler();
    event.preventDefault();
    setIsPickDue(isSearching);
  };
  const pick = useEffectEvent(onPick);
  useEffect(() => {
    if (!isPickDue || isSearching) return;
    setIsPickDue(false);
    const [first] = results;
    if (first) pick(first);
  }, [isPickDue, isSearching, results]);
  return { waitForResults, cancelPick: () => setIsPickDue(false) };
}

/** In a dialog the list has its own room and never covers the buttons below. */
const onlyBelow = { side: 'none', align: 'shift' } as const;

function Found({ results, isSearching, hasFailed, hasOwnRoom }: Search & { hasOwnRoom: boolean }) {
  const { t } = useUiText();
  const isSpinning = useDelayedFlag(isSearching);
  return (
    <Base.Portal>
      <Base.Positioner
        className={popup.positioner}
        align="start"
        sideOffset={5}
        collisionPadding={16}
        collisionAvoidance={hasOwnRoom ? onlyBelow : undefined}
      >
        <Base.Popup
          className={popup.popup}
          data-low={hasOwnRoom || undefined}
          aria-busy={isSearching || undefined}
        >
          <Base.Status className={popup.message}>
            {isSpinning && <Spinner />}
            {hasFailed && t('something_went_wrong')}
            {!isSearching && !hasFailed && results.length === 0 && t('no_matches')}
          </Base.Status>
          <Base.List>
            {(option: ComboboxOption) => (
              <Base.Item key={option.value} value={option} className={popup.item}>
                <OptionLine {...option} Tick={Base.ItemIndicator} />
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

const typingPauseMs = 200;

function useSearch(search: ComboboxProps['search'], query: string, isOn: boolean) {
  const [results, setResults] = useState<ComboboxOption[]>([]);
  const [isSearching, setIsSearching] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const ask = useRef(search);
  useEffect(() => {
    ask.current = search;
  });

  useEffect(() => {
    if (!isOn) return;
    const controller = new AbortController();
    const run = async () => {
      const found = await ask.current(query.trim(), controller.signal).catch(() => undefined);
      if (controller.signal.aborted) return;
      setResults(found ?? []);
      setHasFailed(!found);
      setIsSearching(false);
    };
    setIsSearching(true);
    const timer = setTimeout(run, query ? typingPauseMs : 0);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query, isOn]);

  return { results, isSearching, hasFailed };
}

import { searchModes } from '@gatehouse/contract/search.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Checkbox } from '@gatehouse/ui/checkbox.tsx';
import { Grid, Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Popover } from '@gatehouse/ui/popover.tsx';
import { Segmented } from '@gatehouse/ui/segmented.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { SlidersHorizontal } from 'lucide-react';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useT } from '../../phrases.tsx';
import {
  readConditions,
  type SearchCondition,
  type SearchConditions,
  type SearchField,
  writeConditions,
} from './search-conditions.ts';

const labels = {
  primaryEmail: 'users.email',
  primaryPhone: 'users.phone',
  username: 'users.username',
  name: 'general.name',
  id: 'users.id',
} as const satisfies Record<SearchField, string>;
const fields = Object.keys(labels) as SearchField[];

const nothing: SearchCondition = { mode: 'like', text: '' };

type AdvancedSearchProps = { value: string | undefined; onChange: (value: string | undefined) => void };

/** Asks for several fields at once, each compared in its own way. */
export const AdvancedSearch = ({ value, onChange }: AdvancedSearchProps) => {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const firstInput = useRef<HTMLInputElement>(null);
  const apply = (next: string | undefined) => {
    onChange(next);
    setIsOpen(false);
  };
  const count = readConditions(value).fields.size;
  return (
    <Popover
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      isWide
      initialFocus={firstInput}
      title={t('users.advanced.title')}
      trigger={
        <Button icon={<SlidersHorizontal />}>
          {t('users.advanced.title')}
          {count > 0 && <Tag tone="accent">{count}</Tag>}
        </Button>
      }
    >
      <Conditions key={value} value={value} onApply={apply} firstInput={firstInput} />
    </Popover>
  );
};

type ConditionsProps = {
  value: string | undefined;
  onApply: (value: string | undefined) => void;
  firstInput: RefObject<HTMLInputElement | null>;
};

const Conditions = ({ value, onApply, firstInput }: ConditionsProps) => {
  const t = useT();
  const [search, setSearch] = useState(() => readConditions(value));
  const change = (changes: Partial<SearchConditions>) => setSearch({ ...search, ...changes });
  const isForcedCase = [...search.fields.values()].some(({ mode }) => mode === 'similar_to');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(writeConditions({ ...search, isCaseSensitive: search.isCaseSensitive || isForcedCase }));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={3}>
        {fields.map((field, index) => {
          const { mode, text } = search.fields.get(field) ?? nothing;
          const set = (changed: Partial<SearchCondition>) =>
            change({ fields: new Map(search.fields).set(field, { mode, text, ...changed }) });
          return (
            <Grid key={field} minWidth="200px" gap={2}>
              <Select
                label={t(labels[field])}
                value={mode}
                onChange={next => set({ mode: next })}
                options={searchModes.map(each => ({ value: each, label: t(`users.advanced.modes.${each}`) }))}
              />
              <TextInput
                ref={index === 0 ? firstInput : undefined}
                aria-label={t(labels[field])}
                value={text}
                maxLength={256}
                spellCheck={false}
                onChange={({ currentTarget }) => set({ text: currentTarget.value })}
              />
            </Grid>
          );
        })}
        <Row justify="between">
          <Segmented
            label={t('users.advanced.joint')}
            value={search.joint}
            onChange={joint => change({ joint })}
            options={(['and', 'or'] as const).map(joint => ({
              value: joint,
              label: t(`users.advanced.joints.${joint}`),
            }))}
          />
          <Checkbox
            label={t('users.advanced.case')}
            value={search.isCaseSensitive || isForcedCase}
            onChange={isCaseSensitive => change({ isCaseSensitive })}
            disabled={isForcedCase}
          />
        </Row>
        <Text tone="soft" size="small">
          {t('users.advanced.help')}
        </Text>
        <Row justify="end" gap={2}>
          <Button variant="quiet" onClick={() => onApply(undefined)}>
            {t('users.advanced.clear')}
          </Button>
          <Button variant="primary" type="submit">
            {t('users.advanced.apply')}
          </Button>
        </Row>
      </Stack>
    </form>
  );
};

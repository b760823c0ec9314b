import type { BundleChange } from '@gatehouse/contract/bundles.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Checkbox } from '@gatehouse/ui/checkbox.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { PasswordInput } from '@gatehouse/ui/password-input.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useState } from 'react';
import { useT } from '../../../phrases.tsx';
import { type Choice, isOpen } from './choice.ts';

const tones = { create: 'success', update: 'accent', delete: 'danger', unlisted: 'neutral' } as const;

export const ActionTag = ({ change: { action } }: { change: BundleChange }) => {
  const t = useT();
  return <Tag tone={tones[action]}>{t(`configuration.actions.${action}`)}</Tag>;
};

type ObjectProps = { change: BundleChange; sourceName: string };

/** One object, its fields in both tenants, and what choosing it takes. */
export const ComparedObject = ({ choice, ...props }: ObjectProps & { choice: Choice }) => {
  const { change } = props;
  const t = useT();
  const needed = choice.neededBy(change.path);
  const isChosen = choice.isChosen(change.path);
  return (
    <Stack gap={3}>
      <Row justify="between">
        <Checkbox
          label={change.name}
          help={
            needed.length > 0 ? t('configuration.needed_by', { names: needed }) : <bdi>{change.path}</bdi>
          }
          value={isChosen}
          onChange={isOn => choice.toggle(change.path, isOn)}
          disabled={!isOpen(change) || needed.length > 0}
        />
        <ActionTag change={change} />
      </Row>
      <Obstacles change={change} />
      {isChosen &&
        change.secrets?.map(({ name, field, isSet }) => (
          <Field
            key={name}
            label={<bdi dir="ltr">{field}</bdi>}
            help={t(isSet ? 'configuration.secret_set' : 'configuration.secret_missing')}
            isRequired={!isSet}
          >
            <PasswordInput
              autoComplete="new-password"
              value={choice.variables[name] ?? ''}
              onChange={({ currentTarget }) => choice.setVariable(name, currentTarget.value)}
            />
          </Field>
        ))}
      <ComparedFields {...props} />
    </Stack>
  );
};

const Obstacles = ({ change: { conflict, fixed, unknown = [] } }: { change: BundleChange }) => {
  const t = useT();
  return (
    <>
      {conflict && (
        <Callout tone="warning">
          {t('configuration.conflict')} {conflict.actor && <Conflict {...conflict} actor={conflict.actor} />}
        </Callout>
      )}
      {fixed && <Callout tone="warning">{t('configuration.fixed', { field: fixed })}</Callout>}
      {unknown.length > 0 && (
        <Callout tone="warning">{t('configuration.unknown', { names: unknown })}</Callout>
      )}
    </>
  );
};

/** The author and the time of the change. */
const Conflict = ({ actor, at }: { actor: string; at?: number }) => (
  <Text tone="soft">
    <bdi>{actor}</bdi>
    {at !== undefined && (
      <>
        {' · '}
        <DateText value={at} />
      </>
    )}
  </Text>
);

/** The fields of both sides beside each other. */
export const ComparedFields = ({ change: { name, fields, action }, sourceName }: ObjectProps) => {
  const t = useT();
  const [isShown, setIsShown] = useState(action === 'update');
  if (fields.length === 0) return null;
  return (
    <>
      {isShown && (
        <DataTable
          label={name}
          rows={fields}
          rowKey={({ path }) => path}
          rowName={({ path }) => path}
          columns={[
            {
              id: 'field',
              header: t('configuration.field'),
              cell: ({ path }) => <bdi dir="ltr">{path || name}</bdi>,
            },
            {
              id: 'before',
              header: t('configuration.this_tenant'),
              cell: ({ before, isSecret }) => <Value value={before} isSecret={isSecret} />,
            },
            {
              id: 'after',
              header: sourceName,
              cell: ({ after, isSecret }) => <Value value={after} isSecret={isSecret} />,
            },
          ]}
        />
      )}
      <div>
        <Button size="small" variant="quiet" onClick={() => setIsShown(!isShown)}>
          {t(isShown ? 'configuration.hide_fields' : 'configuration.show_fields')}
        </Button>
      </div>
    </>
  );
};

/** Longer values are scripts or pages, which do not fit into a table. */
const longest = 600;

const Value = ({ value, isSecret }: { value: unknown; isSecret: boolean | undefined }) => {
  const t = useT();
  if (isSecret) return <Text tone="soft">{t('configuration.secret')}</Text>;
  if (value === undefined || value === null || value === '') return <Text tone="faint">—</Text>;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const shown = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return (
    <Text isMono>
      <bdi dir={typeof value === 'string' ? undefined : 'ltr'}>{shown}</bdi>
    </Text>
  );
};

import type { BundleChange } from '@gatehouse/contract/bundles.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Checkbox } from '@gatehouse/ui/checkbox.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { PasswordInput } from '@gatehouse/ui/password-input.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useT } from '../../../phrases.tsx';
import { ActionTag, ComparedFields } from '../../../templates/compared-fields.tsx';
import { type Choice, isOpen } from './choice.ts';

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

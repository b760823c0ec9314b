import { Row } from '@gatehouse/ui/layout.tsx';
import { SortableList } from '@gatehouse/ui/sortable-list.tsx';
import { Switch } from '@gatehouse/ui/switch.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useController } from 'react-hook-form';
import { type Key, useT } from '../../phrases.tsx';
import { type Form, useLabel } from '../../templates/form-field.tsx';
import { LabelledGroup } from '../../templates/labelled-group.tsx';
import { messageOf } from '../../templates/point-at-fields.ts';
import type { FieldValues } from './field-form.ts';

/** The parts of a name or an address: which are asked for, which must be filled in, and in which order. */
export const FieldParts = ({ form }: { form: Form<FieldValues> }) => {
  const t = useT();
  const { field, fieldState } = useController({ control: form.control, name: 'parts' });
  const nameOf = ({ name }: { name: string }) => t(`profile_fields.parts.${name}` as Key);
  useLabel(form, 'parts', t('profile_fields.parts_label'));
  return (
    <LabelledGroup label={t('profile_fields.parts_label')} error={messageOf(fieldState.error)}>
      <SortableList items={field.value} keyOf={({ name }) => name} nameOf={nameOf} onChange={field.onChange}>
        {(part, index) => (
          <Row justify="between">
            <Text isStrong={part.enabled} tone={part.enabled ? 'normal' : 'faint'}>
              {nameOf(part)}
            </Text>
            <Row gap={4}>
              <Switch
                id={`${part.name}-enabled`}
                value={part.enabled}
                onChange={enabled => field.onChange(field.value.with(index, { ...part, enabled }))}
                label={t('profile_fields.is_asked')}
              />
              <Switch
                id={`${part.name}-required`}
                value={part.required}
                disabled={!part.enabled}
                onChange={required => field.onChange(field.value.with(index, { ...part, required }))}
                label={t('profile_fields.required')}
              />
            </Row>
          </Row>
        )}
      </SortableList>
    </LabelledGroup>
  );
};

import type { FormItem } from '@gatehouse/contract/connectors.ts';
import { Checkbox } from '@gatehouse/ui/checkbox.tsx';
import { NumberInput } from '@gatehouse/ui/number-input.tsx';
import { PasswordInput } from '@gatehouse/ui/password-input.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { TextArea } from '@gatehouse/ui/text-area.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { type ControllerRenderProps, useController } from 'react-hook-form';
import { LazyJsonInput } from '../../templates/custom-data-field.tsx';
import { type Form, FormField, FormSwitch } from '../../templates/form-field.tsx';
import { LabelledGroup } from '../../templates/labelled-group.tsx';
import { messageOf } from '../../templates/point-at-fields.ts';
import type { TypedConfig } from './config-form.ts';

type WithConfig = { config: TypedConfig };
type ConfigFieldProps = { form: Form<WithConfig>; item: FormItem };

/** One field of a configuration, as its provider describes it. */
export const ConfigField = ({ form, item }: ConfigFieldProps) => {
  const { key, type, label, description, tooltip, required } = item;
  const words = { name: `config.${key}` as const, label, help: description ?? tooltip };
  if (type === 'Switch') {
    return <FormSwitch form={form as unknown as Form<{ config: Record<string, boolean> }>} {...words} />;
  }
  if (type === 'MultiSelect') return <SeveralField form={form} item={item} />;
  return (
    <FormField form={form} {...words} isOptional={!required}>
      {field => <Control item={item} field={field} />}
    </FormField>
  );
};

const optionsOf = ({ selectItems = [] }: FormItem) =>
  selectItems.map(({ value, title }) => ({ value, label: title ?? value }));

const SeveralField = ({ form, item }: ConfigFieldProps) => {
  const { field, fieldState } = useController({ control: form.control, name: `config.${item.key}` });
  const chosen: unknown[] = Array.isArray(field.value) ? field.value : [];
  return (
    <LabelledGroup label={item.label} help={item.description} error={messageOf(fieldState.error)}>
      {optionsOf(item).map(({ value, label }) => (
        <Checkbox
          key={value}
          label={label}
          value={chosen.includes(value)}
          onChange={isOn => field.onChange(isOn ? [...chosen, value] : chosen.filter(each => each !== value))}
        />
      ))}
    </LabelledGroup>
  );
};

type ControlProps = { item: FormItem; field: ControllerRenderProps<WithConfig, `config.${string}`> };

const Control = ({ item, field }: ControlProps) => {
  const { type, placeholder, isConfidential } = item;
  const text = { ...field, value: String(field.value ?? ''), placeholder };
  switch (type) {
    case 'Number':
      return <NumberInput {...field} value={field.value as number | null} placeholder={placeholder} />;
    case 'Select':
      return <Select {...field} value={String(field.value ?? '')} options={optionsOf(item)} />;
    case 'Json':
      return <LazyJsonInput {...text} />;
    case 'MultilineText':
      return <TextArea {...text} isMono rows={5} />;
    default:
      return isConfidential ? (
        <PasswordInput {...text} autoComplete="off" />
      ) : (
        <TextInput {...text} autoComplete="off" />
      );
  }
};

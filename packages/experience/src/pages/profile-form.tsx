import { Checkbox } from '@gatehouse/ui/checkbox.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { FieldGroup } from '@gatehouse/ui/field-group.tsx';
import { NativeSelect } from '@gatehouse/ui/native-select.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { useState } from 'react';
import { ExperienceError } from '../api.ts';
import { t } from '../data.ts';
import { fillIn } from '../flow.ts';
import { Form, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';
import { keep, readKept } from '../kept.ts';
import {
  askedFields,
  collect,
  hasPicker,
  labelOf,
  missingPaths,
  partsOf,
  type SimpleField,
  type Values,
} from '../profile-fields.ts';

type Issue = { path: string; message: string };

/** What the tenant wants to know of new users. */
export const ProfileForm = () => {
  const [values, setValues] = useState<Values>(() => readKept<Values>('profile') ?? {});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const action = useAction();

  const change = (path: string, value: string | boolean) => {
    const next = { ...values, [path]: value };
    setValues(next);
    keep('profile', next);
    setErrors(({ [path]: _, ...others }) => others);
  };

  const submit = async () => {
    const missing = missingPaths(values);
    setErrors(Object.fromEntries(missing.map(path => [path, t('errors.required_field')])));
    if (missing.length > 0) return;
    await action.run(async () => {
      await fillIn({ type: 'extraProfile', values: collect(values) }).catch((error: unknown) => {
        const issues = issuesOf(error);
        if (issues.length === 0) throw error;
        setErrors(
          Object.fromEntries(issues.map(({ path, message }) => [path.replace(/^values\./, ''), message])),
        );
      });
    });
  };

  const controlOf = ({ path, part }: { path: string; part: SimpleField }) => (
    <FieldControl
      key={path}
      field={part}
      value={values[path]}
      error={errors[path]}
      onChange={value => change(path, value)}
    />
  );

  return (
    <Frame title={t('profile.title')} description={t('profile.text')}>
      <Form action={action} submitLabel={t('sign_in.submit')} onSubmit={() => void submit()}>
        {askedFields.map(field =>
          field.type === 'Address' || field.type === 'Fullname' ? (
            <FieldGroup
              key={field.name}
              label={labelOf(field)}
              help={field.description}
              error={errors[field.name]}
            >
              {partsOf(field).map(controlOf)}
            </FieldGroup>
          ) : (
            partsOf(field).map(controlOf)
          ),
        )}
      </Form>
    </Frame>
  );
};

const issuesOf = (error: unknown): Issue[] =>
  error instanceof ExperienceError && error.code === 'guard.invalid_input'
    ? ((error.details as { issues?: Issue[] } | undefined)?.issues ?? [])
    : [];

type FieldControlProps = {
  field: SimpleField;
  value: string | boolean | undefined;
  error?: string;
  onChange: (value: string | boolean) => void;
};

const inputTypes = { Text: 'text', Number: 'text', Url: 'url', Regex: 'text', Date: 'text' } as const;

const FieldControl = ({ field, value, error, onChange }: FieldControlProps) => {
  if (field.type === 'Checkbox') {
    const isOn = typeof value === 'boolean' ? value : field.config?.defaultValue === 'true';
    return <Checkbox value={isOn} onChange={onChange} label={labelOf(field)} />;
  }
  const text = typeof value === 'string' ? value : '';
  const format = field.type === 'Date' && !hasPicker(field) ? field.config.customFormat : undefined;
  const placeholder = field.config?.placeholder ?? format;
  return (
    <Field
      label={labelOf(field)}
      help={field.description}
      error={error}
      isOptional={!field.required}
      isRequired={field.required}
    >
      {field.type === 'Select' ? (
        <NativeSelect
          size="large"
          value={text}
          placeholder={placeholder}
          options={field.config.options.map(option => ({
            value: option.value,
            label: option.label ?? option.value,
          }))}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ) : (
        <TextInput
          size="large"
          type={hasPicker(field) ? 'date' : inputTypes[field.type]}
          inputMode={field.type === 'Number' ? 'decimal' : undefined}
          autoComplete={autoCompletes[field.name]}
          placeholder={placeholder}
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
};

/** What browsers can fill in by themselves. */
const autoCompletes: Readonly<Record<string, string>> = {
  name: 'name',
  givenName: 'given-name',
  middleName: 'additional-name',
  familyName: 'family-name',
  nickname: 'nickname',
  website: 'url',
  birthdate: 'bday',
  streetAddress: 'street-address',
  locality: 'address-level2',
  region: 'address-level1',
  postalCode: 'postal-code',
  country: 'country-name',
};

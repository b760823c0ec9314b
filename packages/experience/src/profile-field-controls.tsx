import type { NamedField } from '@gatehouse/contract/custom-profile-values.ts';
import { Checkbox } from '@gatehouse/ui/checkbox.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { FieldGroup } from '@gatehouse/ui/field-group.tsx';
import { NativeSelect } from '@gatehouse/ui/native-select.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { ExperienceError } from './api.ts';
import { AvatarInput } from './avatar-input.tsx';
import { hasPicker, labelOf, partsOf, type SimpleField, type Values } from './profile-fields.ts';

type ProfileFieldControlsProps = {
  fields: readonly NamedField[];
  values: Values;
  /** By the paths of the values. */
  errors: Readonly<Record<string, string>>;
  onChange: (path: string, value: string | boolean) => void;
  /** Uploads a picture. Without it, the field takes a URL. */
  upload?: (file: File) => Promise<string>;
};

/** The fields of a profile, each as its definition wants it. */
export const ProfileFieldControls = ({
  fields,
  values,
  errors,
  onChange,
  upload,
}: ProfileFieldControlsProps) => {
  const controlOf = ({ path, part }: { path: string; part: SimpleField }) => (
    <FieldControl
      key={path}
      field={part}
      value={values[path]}
      error={errors[path]}
      onChange={value => onChange(path, value)}
      upload={upload}
    />
  );
  return fields.map(field =>
    field.type === 'Address' || field.type === 'Fullname' ? (
      <FieldGroup key={field.name} label={labelOf(field)} help={field.description} error={errors[field.name]}>
        {partsOf(field).map(controlOf)}
      </FieldGroup>
    ) : (
      partsOf(field).map(controlOf)
    ),
  );
};

type Issue = { path: string; message: string };

/** The server's field errors, by the paths of the values. Undefined for other errors. */
export const problemsOf = (error: unknown): Record<string, string> | undefined => {
  if (!(error instanceof ExperienceError && error.code === 'guard.invalid_input')) return undefined;
  const { issues = [] } = (error.details ?? {}) as { issues?: Issue[] };
  if (issues.length === 0) return undefined;
  return Object.fromEntries(issues.map(({ path, message }) => [path.replace(/^values\./, ''), message]));
};

type FieldControlProps = {
  field: SimpleField;
  value: string | boolean | undefined;
  error?: string;
  onChange: (value: string | boolean) => void;
  upload?: (file: File) => Promise<string>;
};

const inputTypes = { Text: 'text', Number: 'text', Url: 'url', Regex: 'text', Date: 'text' } as const;

const FieldControl = ({ field, value, error, onChange, upload }: FieldControlProps) => {
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
      {field.name === 'avatar' && upload ? (
        <AvatarInput value={text} onChange={onChange} upload={upload} />
      ) : field.type === 'Select' ? (
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

/** Fields that browsers can autofill. */
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

import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { id, timestamp } from './fields.ts';
import { fieldKey } from './patterns.ts';

export const profileFieldTypes = [
  'Text',
  'Number',
  'Date',
  'Checkbox',
  'Select',
  'Url',
  'Regex',
  'Address',
  'Fullname',
] as const;
export type ProfileFieldType = (typeof profileFieldTypes)[number];

export const dateFormats = ['MM/dd/yyyy', 'dd/MM/yyyy', 'yyyy-MM-dd', 'custom'] as const;
export const addressParts = [
  'formatted',
  'streetAddress',
  'locality',
  'region',
  'postalCode',
  'country',
] as const;
export const fullnameParts = ['givenName', 'middleName', 'familyName'] as const;

/** Names that mean something else already. */
const signInIdentifiers = ['username', 'primaryEmail', 'primaryPhone', 'email', 'phone', 'preferredUsername'];
const reservedCustomData = [
  'onboarding',
  'ossOnboarding',
  'guideRequests',
  'adminConsolePreferences',
  'defaultTenantId',
];
/** Set by the system. Other properties of a user, like `avatar`, are asked for by a field of the same name. */
const builtInProperties = [
  'id',
  'tenantId',
  'customData',
  'identities',
  'isSuspended',
  'createdAt',
  'updatedAt',
];

export const profileFieldName = fieldKey
  .refine(name => !signInIdentifiers.includes(name), {
    error: 'custom_profile_fields.name_conflict_sign_in_identifier',
  })
  .refine(name => !reservedCustomData.includes(name), {
    error: 'custom_profile_fields.name_conflict_custom_data',
  })
  .refine(name => !builtInProperties.includes(name), {
    error: 'custom_profile_fields.name_conflict_built_in_prop',
  });

const label = z.string().min(1).max(128).optional();
const described = { label, description: z.string().max(256).optional(), required: z.boolean() };
const placeholder = z.string().max(256).optional();
const minMax: { error: ErrorCode } = { error: 'custom_profile_fields.invalid_min_max_input' };
const ordered = (low: number | undefined, high: number | undefined) =>
  low === undefined || high === undefined || low <= high;

const isRegex = (source: string) => {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
};

const text = z.strictObject({
  ...described,
  type: z.literal('Text'),
  config: z
    .strictObject({
      placeholder,
      minLength: z.number().int().min(0).optional(),
      maxLength: z.number().int().min(1).optional(),
    })
    .refine(({ minLength, maxLength }) => ordered(minLength, maxLength), minMax)
    .optional(),
});

const number = z.strictObject({
  ...described,
  type: z.literal('Number'),
  config: z
    .strictObject({ placeholder, minValue: z.number().optional(), maxValue: z.number().optional() })
    .refine(({ minValue, maxValue }) => ordered(minValue, maxValue), minMax)
    .optional(),
});

const date = z.strictObject({
  ...described,
  type: z.literal('Date'),
  config: z
    .strictObject({
      placeholder,
      format: z.enum(dateFormats),
      customFormat: z.string().min(1).max(128).optional(),
    })
    .refine(({ format, customFormat }) => format !== 'custom' || customFormat, {
      path: ['customFormat'],
      error: 'validation.required',
    }),
});

/** A checkbox cannot be required: consent is collected with the terms. */
const checkbox = z.strictObject({
  label,
  type: z.literal('Checkbox'),
  required: z.literal(false),
  config: z
    .strictObject({
      defaultValue: z.enum(['true', 'false'], { error: 'custom_profile_fields.invalid_default_value' }),
    })
    .optional(),
});

const select = z.strictObject({
  ...described,
  type: z.literal('Select'),
  config: z.strictObject({
    placeholder,
    options: z
      .array(z.strictObject({ label: z.string().min(1).optional(), value: z.string().min(1) }))
      .min(1, { error: 'custom_profile_fields.invalid_options' })
      .refine(options => new Set(options.map(({ value }) => value)).size === options.length, {
        error: 'custom_profile_fields.invalid_options',
      }),
  }),
});

const link = z.strictObject({
  ...described,
  type: z.literal('Url'),
  config: z.strictObject({ placeholder }).optional(),
});

const regex = z.strictObject({
  ...described,
  type: z.literal('Regex'),
  config: z.strictObject({
    placeholder,
    format: z
      .string()
      .min(1)
      .max(128)
      .refine(isRegex, { error: 'custom_profile_fields.invalid_regex_format' }),
  }),
});

const simple = z.discriminatedUnion('type', [text, number, date, checkbox, select, link, regex]);

/** A part is a simple field with a name of the set and a switch. */
const parts = <const Names extends readonly [string, ...string[]]>(names: Names, code: ErrorCode) => {
  const part = { name: z.enum(names, { error: code }), enabled: z.boolean() };
  return z
    .array(
      z.discriminatedUnion(
        'type',
        [
          text.extend(part),
          number.extend(part),
          date.extend(part),
          checkbox.extend(part),
          select.extend(part),
          link.extend(part),
          regex.extend(part),
        ],
        { error: 'custom_profile_fields.invalid_sub_component_type' },
      ),
    )
    .min(1, { error: code })
    .refine(list => new Set(list.map(({ name }) => name)).size === list.length, { error: code });
};

const address = z.strictObject({
  ...described,
  type: z.literal('Address'),
  config: z.strictObject({ parts: parts(addressParts, 'custom_profile_fields.invalid_address_components') }),
});

const fullname = z.strictObject({
  ...described,
  type: z.literal('Fullname'),
  config: z.strictObject({
    parts: parts(fullnameParts, 'custom_profile_fields.invalid_fullname_components'),
  }),
});

/** The definition of a field without its name: the body of an update. */
export const profileFieldDefinition = z.discriminatedUnion('type', [...simple.options, address, fullname]);
export type ProfileFieldDefinition = z.infer<typeof profileFieldDefinition>;

export const createProfileField = z.discriminatedUnion('type', [
  text.extend({ name: profileFieldName }),
  number.extend({ name: profileFieldName }),
  date.extend({ name: profileFieldName }),
  checkbox.extend({ name: profileFieldName }),
  select.extend({ name: profileFieldName }),
  link.extend({ name: profileFieldName }),
  regex.extend({ name: profileFieldName }),
  address.extend({ name: profileFieldName }),
  fullname.extend({ name: profileFieldName }),
]);

/** A field as it is stored. */
export const profileField = z.object({
  tenantId: id,
  id,
  name: fieldKey,
  type: z.enum(profileFieldTypes),
  label: z.string().max(128).nullable(),
  description: z.string().max(256).nullable(),
  required: z.boolean(),
  config: z.record(z.string(), z.unknown()),
  createdAt: timestamp,
  /** Its place among the fields of the sign-up form. */
  sieOrder: z.number().int().min(0),
});
export type ProfileField = z.infer<typeof profileField>;

export const orderProfileFields = z.strictObject({
  order: z
    .array(z.strictObject({ name: fieldKey, sieOrder: z.number().int().min(0) }))
    .min(1)
    .refine(list => new Set(list.map(({ sieOrder }) => sieOrder)).size === list.length, {
      error: 'custom_profile_fields.conflicted_sie_order',
    }),
});

/** The number of fields that one request can create. */
export const profileFieldBatchSize = 20;

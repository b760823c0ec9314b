import { describe, expect, test } from 'vitest';
import {
  createProfileField,
  orderProfileFields,
  profileFieldDefinition,
  profileFieldTypes,
} from './custom-profile-fields.ts';
import { refusals } from './testing/refusals.ts';
import { text } from './testing/samples.ts';

const part = { type: 'Text', enabled: true, required: false };

const samples = {
  Text: { minLength: 1, maxLength: 10, placeholder: 'a' },
  Number: { minValue: -1, maxValue: 1 },
  Date: { format: 'yyyy-MM-dd' },
  Checkbox: { defaultValue: 'true' },
  Select: { options: [{ value: 'a', label: 'A' }, { value: 'b' }] },
  Url: { placeholder: 'https://' },
  Regex: { format: '^a+$' },
  Address: {
    parts: [
      { ...part, name: 'locality' },
      { ...part, name: 'country', required: true },
    ],
  },
  Fullname: {
    parts: [
      { ...part, name: 'givenName' },
      { ...part, name: 'familyName' },
    ],
  },
} as const;

const define = (type: string, config: object | undefined, more: object = {}) =>
  refusals(profileFieldDefinition, { type, required: false, config, ...more });

describe('[ENT-15] custom profile fields', () => {
  test.each(profileFieldTypes)('%s is accepted', type => {
    expect(define(type, samples[type])).toEqual([]);
    expect(
      refusals(createProfileField, { name: 'field1', type, required: false, config: samples[type] }),
    ).toEqual([]);
  });

  test.each(['Text', 'Number', 'Checkbox', 'Url'])('%s needs no configuration', type => {
    expect(define(type, undefined)).toEqual([]);
  });

  test.each([
    ['Text', { minLength: 3, maxLength: 2 }, 'config: custom_profile_fields.invalid_min_max_input'],
    ['Text', { placeholder: text(257) }, 'config.placeholder: validation.too_long'],
    ['Text', { minValue: 1 }, 'config.minValue: validation.unknown_field'],
    ['Number', { minValue: 3, maxValue: 2 }, 'config: custom_profile_fields.invalid_min_max_input'],
    ['Date', {}, 'config.format: validation.required'],
    ['Date', undefined, 'config: validation.required'],
    ['Date', { format: 'yy' }, 'config.format: validation.option'],
    ['Date', { format: 'custom' }, 'config.customFormat: validation.required'],
    ['Date', { format: 'custom', customFormat: text(129) }, 'config.customFormat: validation.too_long'],
    ['Checkbox', { defaultValue: true }, 'config.defaultValue: custom_profile_fields.invalid_default_value'],
    ['Select', { options: [] }, 'config.options: custom_profile_fields.invalid_options'],
    ['Select', { options: [{ label: 'A' }] }, 'config.options.0.value: validation.required'],
    [
      'Select',
      { options: [{ value: 'a' }, { value: 'a' }] },
      'config.options: custom_profile_fields.invalid_options',
    ],
    ['Regex', {}, 'config.format: validation.required'],
    ['Regex', { format: '(' }, 'config.format: custom_profile_fields.invalid_regex_format'],
    ['Regex', { format: text(129) }, 'config.format: validation.too_long'],
    ['Address', undefined, 'config: validation.required'],
    ['Address', { parts: [] }, 'config.parts: custom_profile_fields.invalid_address_components'],
    [
      'Address',
      { parts: [{ ...part, name: 'givenName' }] },
      'config.parts.0.name: custom_profile_fields.invalid_address_components',
    ],
    [
      'Fullname',
      { parts: [{ ...part, name: 'country' }] },
      'config.parts.0.name: custom_profile_fields.invalid_fullname_components',
    ],
    [
      'Fullname',
      { parts: [{ ...part, name: 'givenName', type: 'Address' }] },
      'config.parts.0.type: custom_profile_fields.invalid_sub_component_type',
    ],
  ])('%s with %j is refused: %s', (type, config, refusal) => {
    expect(define(type, config)).toEqual([refusal]);
  });

  test('a checkbox has no description and is never required', () => {
    expect(refusals(profileFieldDefinition, { type: 'Checkbox', required: true, description: 'a' })).toEqual([
      'required: validation.option',
      'description: validation.unknown_field',
    ]);
  });

  test('labels and descriptions have their sizes; a label is not empty', () => {
    expect(define('Text', undefined, { label: text(128), description: text(256) })).toEqual([]);
    expect(define('Text', undefined, { label: '' })).toEqual(['label: validation.required']);
    expect(define('Text', undefined, { label: text(129), description: text(257) })).toEqual([
      'label: validation.too_long',
      'description: validation.too_long',
    ]);
  });

  test.each([
    ['', 'custom_profile_fields.name_required'],
    ['with space', 'custom_profile_fields.invalid_name'],
    ['under_score', 'custom_profile_fields.invalid_name'],
    ['username', 'custom_profile_fields.name_conflict_sign_in_identifier'],
    ['onboarding', 'custom_profile_fields.name_conflict_custom_data'],
    ['isSuspended', 'custom_profile_fields.name_conflict_built_in_prop'],
    [text(129), 'validation.too_long'],
  ])('the name %j is refused', (name, code) => {
    expect(refusals(createProfileField, { name, type: 'Text', required: true })).toContain(`name: ${code}`);
  });

  test('each field has its own place', () => {
    expect(
      refusals(orderProfileFields, {
        order: [
          { name: 'a', sieOrder: 0 },
          { name: 'b', sieOrder: 1 },
        ],
      }),
    ).toEqual([]);
    expect(
      refusals(orderProfileFields, {
        order: [
          { name: 'a', sieOrder: 1 },
          { name: 'b', sieOrder: 1 },
        ],
      }),
    ).toEqual(['order: custom_profile_fields.conflicted_sie_order']);
  });
});

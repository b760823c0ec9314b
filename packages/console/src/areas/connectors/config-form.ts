import type { FormItem } from '@gatehouse/contract/connectors.ts';
import { get, set } from 'react-hook-form';
import { z } from 'zod';

/** A configuration as it is typed: JSON is text, and nothing is missing. */
export type TypedConfig = Record<string, unknown>;

const emptyValues = {
  Text: '',
  MultilineText: '',
  Number: null,
  Switch: false,
  Select: '',
  MultiSelect: [],
  Json: '',
} as const satisfies Record<FormItem['type'], unknown>;

const jsonText = (value: unknown) => (value === undefined ? '' : JSON.stringify(value, undefined, 2));

export const typedConfigOf = (items: readonly FormItem[], config: Record<string, unknown> | undefined) => {
  const typed: TypedConfig = {};
  for (const { key, type, defaultValue } of items) {
    // A connector that exists has what it has; the defaults are for a new one.
    const value = get(config ?? {}, key) ?? (config ? undefined : defaultValue);
    set(typed, key, type === 'Json' ? jsonText(value) : (value ?? emptyValues[type]));
  }
  return typed;
};

export const isItemShown = ({ showConditions = [] }: FormItem, typed: TypedConfig) =>
  showConditions.every(({ targetKey, expectValue }) => get(typed, targetKey) === expectValue);

const isEmpty = (value: unknown) =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** The config to store. Empty and hidden fields are left out, and keys that the form does not know are kept. */
export const configOf = (
  items: readonly FormItem[],
  typed: TypedConfig,
  before: Record<string, unknown> = {},
) => {
  const shownRoots = new Set(items.map(({ key }) => key.split('.')[0]));
  const kept = Object.entries(before).filter(([key]) => !shownRoots.has(key));
  const config: Record<string, unknown> = Object.fromEntries(kept);
  for (const item of items) {
    const value: unknown = get(typed, item.key);
    if (isEmpty(value) || !isItemShown(item, typed)) continue;
    set(config, item.key, item.type === 'Json' ? JSON.parse(String(value)) : value);
  }
  return config;
};

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The checks that need no request. The server knows each provider's own rules. */
export const typedConfig = (items: readonly FormItem[]) =>
  z.record(z.string(), z.unknown()).check(({ value: typed, issues }) => {
    for (const item of items) {
      if (!isItemShown(item, typed)) continue;
      const input: unknown = get(typed, item.key);
      const isMissing = item.required && item.type !== 'Switch' && isEmpty(input);
      const isBroken = item.type === 'Json' && !isEmpty(input) && !isJson(String(input));
      if (!isMissing && !isBroken) continue;
      const message = isMissing ? 'validation.required' : 'validation.json';
      issues.push({ code: 'custom', path: item.key.split('.'), message, input });
    }
  });

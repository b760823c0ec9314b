import type { Body } from '@gatehouse/contract/endpoint.ts';
import type { ImportField } from '@gatehouse/contract/user-jobs.ts';
import { passwordHashMethods, users } from '@gatehouse/contract/users.ts';
import { z } from 'zod';
import { requireDigest } from '../domain/password-digests.ts';
import { violationsOf } from '../http/parse.ts';
import { requirePhone } from '../phones.ts';
import { RequestError } from '../request-error.ts';
import type { FileRecord } from './parse-file.ts';

export type NewPerson = Body<typeof users.create>;

type Mapping = Readonly<Record<string, ImportField>>;

/** The person that a record is about, or an error that names what is wrong with it. */
export const personOf = (
  record: FileRecord,
  mapping: Mapping,
  passwordAlgorithm: (typeof passwordHashMethods)[number] | undefined,
): NewPerson => {
  const fields = collect(record, mapping);
  if (fields.passwordDigest !== undefined) fields.passwordAlgorithm ??= passwordAlgorithm;
  else delete fields.passwordAlgorithm;
  const parsed = z.safeParse(users.create.body, fields);
  if (!parsed.success)
    throw new RequestError('guard.invalid_input', { violations: violationsOf(parsed.error, fields, 'body') });
  const person = parsed.data;
  if (!person.username && !person.primaryEmail && !person.primaryPhone)
    throw new RequestError('guard.invalid_input', {
      violations: [{ path: 'primaryEmail', code: 'validation.required', values: {} }],
    });
  if (person.passwordDigest && person.passwordAlgorithm)
    requireDigest(person.passwordAlgorithm, person.passwordDigest);
  // Two spellings of a number are one number, also for a trial run, which stores none.
  return person.primaryPhone ? { ...person, primaryPhone: requirePhone(person.primaryPhone) } : person;
};

/** The name of the user in a report. */
export const subjectOf = (record: FileRecord, mapping: Mapping) => {
  const { primaryEmail, username, primaryPhone, name } = collect(record, mapping);
  return String(primaryEmail ?? username ?? primaryPhone ?? name ?? '').slice(0, 256);
};

const collect = (record: FileRecord, mapping: Mapping) => {
  const fields: Record<string, unknown> = {};
  const profile: Record<string, unknown> = {};
  for (const [column, field] of Object.entries(mapping)) {
    const value = readValue(field, record[column]);
    if (value === undefined) continue;
    if (field.startsWith('profile.')) profile[field.slice('profile.'.length)] = value;
    else fields[field] = value;
  }
  return Object.keys(profile).length ? { ...fields, profile } : fields;
};

/** Empty cells say nothing. */
const readValue = (field: ImportField, value: unknown): unknown => {
  if (value === undefined || value === null || value === '') return undefined;
  if (field === 'customData' && typeof value === 'string') return parseJson(value);
  if (field === 'passwordDigest' && typeof value === 'object') return JSON.stringify(value);
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return value;
  if (field === 'primaryPhone') return value.replaceAll(/[+\s()-]/g, '');
  if (field === 'passwordAlgorithm') return methodCalled(value);
  return field === 'password' || field === 'passwordDigest' ? value : value.trim();
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const methodCalled = (name: string) =>
  passwordHashMethods.find(method => method.toLowerCase() === name.trim().toLowerCase()) ?? name;

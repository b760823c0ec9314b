import { generateId } from '@gatehouse/contract/ids.ts';
import {
  type FileFormat,
  type ImportField,
  type ImportFile,
  importFields,
  importLimits,
} from '@gatehouse/contract/user-jobs.ts';
import type { Vault } from '../database/vault.ts';
import { RequestError } from '../request-error.ts';
import type { FileStore } from '../uploads/store.ts';
import { formatOf, readRecords } from './parse-file.ts';

type Dependencies = { files: FileStore; vault: Vault };

const samplesShown = 3;
const keyOf = (tenantId: string, fileId: string) => `${tenantId}/imports/${fileId}`;

/** Keeps a file sealed, for it can hold passwords, and tells what is in it. */
export const keepImportFile = async (
  { files, vault }: Dependencies,
  tenantId: string,
  bytes: Buffer,
): Promise<ImportFile> => {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const format = formatOf(text);
  const described = await describe(text, format);
  const fileId = `${generateId()}.${format}`;
  await files.put(keyOf(tenantId, fileId), Buffer.from(vault.seal(text)), 'application/octet-stream');
  return { fileId, format, ...described };
};

export const loadImportFile = async ({ files, vault }: Dependencies, tenantId: string, fileId: string) => {
  const sealed = await files.get(keyOf(tenantId, fileId));
  if (!sealed) throw new RequestError('user.import_file_gone');
  return { text: vault.open(sealed.toString()), format: fileId.split('.')[1] as FileFormat };
};

export const forgetImportFile = ({ files }: Pick<Dependencies, 'files'>, tenantId: string, fileId: string) =>
  files.remove(keyOf(tenantId, fileId));

const describe = async (text: string, format: FileFormat) => {
  const samples = new Map<string, string[]>();
  let rowCount = 0;
  for await (const record of readRecords(text, format)) {
    rowCount += 1;
    if (rowCount > importLimits.maximumRows) throw new RequestError('guard.file_size_exceeded');
    for (const [name, value] of Object.entries(record)) {
      const known = samples.get(name) ?? [];
      samples.set(name, known);
      if (known.length < samplesShown && value !== '') known.push(showSample(value));
    }
  }
  if (rowCount === 0) throw new RequestError('user.import_empty');
  const columns = [...samples].map(([name, values]) => ({ name, samples: values, field: guessField(name) }));
  return { rowCount, columns: withoutTwins(columns) };
};

const showSample = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100);

const bare = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');

/** Column names of other products. */
const otherNames: Readonly<Record<string, ImportField>> = {
  algorithm: 'passwordAlgorithm',
  displayname: 'name',
  email: 'primaryEmail',
  emailaddress: 'primaryEmail',
  familyname: 'profile.familyName',
  firstname: 'profile.givenName',
  fullname: 'name',
  givenname: 'profile.givenName',
  hash: 'passwordDigest',
  hashalgorithm: 'passwordAlgorithm',
  language: 'profile.locale',
  lastname: 'profile.familyName',
  login: 'username',
  mail: 'primaryEmail',
  metadata: 'customData',
  mobile: 'primaryPhone',
  passwordhash: 'passwordDigest',
  passwordhasher: 'passwordAlgorithm',
  phone: 'primaryPhone',
  phonenumber: 'primaryPhone',
  picture: 'avatar',
  sn: 'profile.familyName',
  surname: 'profile.familyName',
  telephonenumber: 'primaryPhone',
  timezone: 'profile.zoneinfo',
  usermetadata: 'customData',
};

const guessField = (name: string): ImportField | null => {
  const wanted = bare(name);
  const own = importFields.find(
    field => bare(field) === wanted || bare(field.replace('profile.', '')) === wanted,
  );
  return own ?? otherNames[wanted] ?? null;
};

/** Each field comes from one column: the first that looks like it. */
const withoutTwins = (columns: ImportFile['columns']) =>
  columns.map((column, index) => ({
    ...column,
    field: columns.findIndex(({ field }) => field === column.field) === index ? column.field : null,
  }));

import type { management } from '@gatehouse/contract/apis.ts';
import type { Body, Params, Query, Result, Row } from '@gatehouse/contract/endpoint.ts';
import type { EntityKind } from '@gatehouse/contract/entities.ts';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import type { References } from './references.ts';

type Management = typeof management;

type Input<R extends Row> = (keyof Params<R> extends never
  ? { params?: undefined }
  : { params: Params<R> }) & { query?: Query<R> } & (R extends { body: z.core.$ZodType }
    ? { body: Body<R> }
    : { body?: undefined });

/** Runs a row of the management API in the transaction of the bundle, as if a request had come. */
export type Call = <
  A extends keyof Management,
  N extends keyof Management[A],
  R extends Management[A][N] & Row = Management[A][N] & Row,
>(
  area: A,
  name: N,
  input: Input<R>,
) => Promise<Result<R>>;

export type Fields = Record<string, unknown>;

/** The context in which a kind reads. */
export type Reading = {
  db: Kysely<Tables>;
  vault: Vault;
  /** The indicator of the management API of the tenant. */
  audience: string;
  /** The ID of the caller. */
  callerId: string;
  /** Whether the caller can read the secrets of such objects. */
  maySeeSecrets(entity: EntityKind): boolean;
  call: Call;
  references: References;
};

/** The context in which a kind writes: the same, within a recorded transaction. */
export type Writing = Reading;

/** An object of the tenant, in the shape of its file; secrets as they are. */
export type Found = {
  id: string;
  /** Its slug is made from this. */
  name: string;
  fields: Fields;
  /** Other files can refer to it, but it has none: the product brings it along. */
  isBuiltIn?: boolean;
};

/** A reference from one file to the object of another. */
export type Reference = { kind: string; slug: string };

/** Objects of one kind: where their files are, what is in them, and how they are read and written. */
export type Kind = {
  /** The folder of the files, or the file where there is only one object. */
  folder: string;
  /** The object in the history. */
  entity: EntityKind;
  /** There is always exactly one: it is never created or deleted. */
  isSingle?: boolean;
  /** The fields by which an object is known where no file is known of it yet. */
  key?: readonly string[];
  /** The fields, dotted, that an object keeps for life. */
  fixed?: readonly string[];
  /** Lists, dotted, whose order says nothing. */
  sets?: readonly string[];
  schema: z.ZodType<Fields>;
  read(reading: Reading): Promise<Found[]>;
  /** The management API never shows the secrets of such an object, whatever the caller may do. */
  isWriteOnly?: boolean;
  /** The paths of values that files never hold: they are references to variables. */
  secretsOf?(fields: Fields): string[][];
  referencesOf?(fields: Fields): Reference[];
  create?(writing: Writing, fields: Fields): Promise<string>;
  update(writing: Writing, id: string, fields: Fields, before: Fields): Promise<void>;
  delete?(writing: Writing, id: string): Promise<void>;
};

/** Keeps the types of a kind's fields inside of it; the engine knows them only as records. */
export const defineKind = <F extends Fields>(
  kind: Omit<Kind, 'schema' | 'create' | 'update' | 'secretsOf' | 'referencesOf'> & {
    schema: z.ZodType<F>;
    secretsOf?(fields: F): string[][];
    referencesOf?(fields: F): Reference[];
    create?(writing: Writing, fields: F): Promise<string>;
    update(writing: Writing, id: string, fields: F, before: F): Promise<void>;
  },
): Kind => kind as unknown as Kind;

import { expect, test } from 'vitest';
import { checkMigrations, findDestructive } from '../../../../scripts/migrations.mjs';

const check = (sql: string) => findDestructive([{ name: '9999-x.sql', sql }], ['1.31.0']);

test.each([
  ['alter table roles drop column description', 'removes it'],
  ['drop table roles', 'removes it'],
  ['ALTER TABLE roles\n  RENAME COLUMN name TO title', 'renames it'],
  ['alter table roles rename to groups', 'renames it'],
  ['alter table roles alter column name type int using 1', 'changes its type'],
  ['alter table roles alter column name set data type varchar(3)', 'changes its type'],
  ['alter table roles alter column name type jsonb using to_jsonb(name)', 'changes its type'],
  ['alter table roles alter column description set not null', 'refuses rows without a value'],
  ['alter table roles add column a int default 1, add column b int not null', 'has no default'],
  ['alter table roles add constraint once unique (tenant_id, description)', 'is stricter'],
  ['alter table roles add check (name is not null)', 'is stricter'],
  ['create unique index once on roles (tenant_id, description)', 'is stricter'],
  ['alter table roles alter column type drop default', 'takes it away'],
  ['delete from roles where name is null', 'deletes rows'],
  ['truncate roles', 'deletes rows'],
  ['alter table roles disable row level security', 'lowers the wall or takes a right'],
  ['drop policy one_tenant on roles', 'takes it away'],
  ["do $$ begin execute 'drop table roles'; end $$", 'cannot be checked, write the statements out'],
])('refused: %s', (sql, why) => {
  expect(check(`select 1;\n${sql};`)).toEqual([expect.stringContaining(`9999-x.sql: ${why}: `)]);
});

test.each([
  ['-- drop table roles\nselect 1'],
  ["insert into notes (text) values ('it''s; drop table roles')"],
  ['alter table roles add column a int, add column b int not null default 1'],
  ['alter table roles alter column name type text'],
  ['alter table users alter column profile type jsonb'],
  ['create index later on roles (tenant_id, description)'],
  ['alter table roles add column place int; create unique index places on roles (tenant_id, place)'],
  [
    'create table later (id int); alter table later add constraint once unique (id); alter table later alter column id set not null',
  ],
])('taken: %s', sql => {
  expect(check(sql)).toEqual([]);
});

test('a contract names the release that no longer reads the thing, and excuses nothing else', () => {
  const contract = '-- contract: 1.31.0 no longer reads roles.description\n';
  expect(check(`${contract}alter table roles drop column description`)).toEqual([]);
  expect(check(`${contract}alter table roles drop column name`)).toHaveLength(1);
  expect(check(`${contract}alter table users drop column description`)).toHaveLength(1);
  expect(check(`${contract.replace('1.31.0', '1.99.0')}alter table roles drop column description`)).toEqual([
    '9999-x.sql: releases.json has no release 1.99.0.',
  ]);
});

test('the migrations since the last release are taken', () => {
  expect(checkMigrations()).toBeUndefined();
});

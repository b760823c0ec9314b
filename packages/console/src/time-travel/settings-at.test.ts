import type { Change } from '@gatehouse/contract/changes.ts';
import { expect, test } from 'vitest';
import { settingsAt } from './settings-at.ts';

const change = (createdAt: number, objectKind: string, fields: Change['fields']) =>
  ({ createdAt, objectKind, fields }) as Change;

const now = { id: 'default', customCss: 'now', signInMode: 'SignIn', targets: [] as string[] };
const changes = [
  change(4, 'sign-in-experience', [{ name: 'customCss', before: 'bundled', after: 'now' }]),
  change(3, 'bundle', [
    { name: 'webhooks', before: { customCss: 'not this' }, after: { customCss: 'nor this' } },
    {
      name: 'signInExperiences',
      before: { customCss: 'first', signInMode: 'SignIn' },
      after: { customCss: 'bundled', signInMode: 'SignIn' },
    },
  ]),
  change(2, 'connector', [
    { name: 'id', before: 'another' },
    { name: 'signInExperiences', before: { targets: ['github'] }, after: { targets: [] } },
  ]),
  change(1, 'sign-in-experience', [
    { name: 'signInMode', before: 'Register', after: 'SignIn' },
    { name: 'gone', before: 'a setting of an earlier version' },
  ]),
];

test.each([
  [4, now],
  [3, { ...now, customCss: 'bundled' }],
  [2, { ...now, customCss: 'first' }],
  [1, { ...now, customCss: 'first', targets: ['github'] }],
  [0, { ...now, customCss: 'first', targets: ['github'], signInMode: 'Register' }],
])('settings after change %i, also where bundles and other objects changed them', (moment, expected) => {
  expect(settingsAt(now, changes, moment, { kind: 'sign-in-experience' })).toEqual(expected);
});

test('an object among others of its kind, also where drafts changed several of them', () => {
  const own = { id: 'own', name: 'now' };
  const renamed = (id: string, before: string, after: string) => ({
    name: 'applications',
    before: { id, name: before },
    after: { id, name: after },
  });
  const past = [
    change(3, 'draft', [renamed('other', 'another', 'different'), renamed('own', 'drafted', 'now')]),
    { ...change(2, 'application', [{ name: 'name', before: 'not this', after: 'x' }]), objectId: 'other' },
    { ...change(1, 'application', [{ name: 'name', before: 'first', after: 'drafted' }]), objectId: 'own' },
  ];
  const at = (moment: number) => settingsAt(own, past, moment, { kind: 'application', id: 'own' }).name;
  expect([at(3), at(2), at(1), at(0)]).toEqual(['now', 'drafted', 'drafted', 'first']);
});

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
  expect(settingsAt(now, changes, moment)).toEqual(expected);
});

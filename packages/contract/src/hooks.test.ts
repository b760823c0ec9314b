import { expect, test } from 'vitest';
import { dataEvents } from './entities.ts';
import { hookEvents, interactionHookEvents } from './events.ts';
import { createHook, hook, hookConfig, updateHook } from './hooks.ts';
import { refusals } from './testing/refusals.ts';
import { text } from './testing/samples.ts';

const config = { url: 'https://example.com/hook' };

test('[ENT-13] hook', () => {
  const sample = {
    tenantId: 'default',
    id: 'h',
    name: 'Sync',
    event: null,
    events: ['User.Created'],
    config,
    signingKey: text(64),
    enabled: true,
    createdAt: 0,
  };
  expect(refusals(hook, sample)).toEqual([]);
  expect(refusals(hook, { ...sample, signingKey: text(65) })).toEqual(['signingKey: validation.too_long']);
  expect(refusals(hook, { ...sample, events: ['User.Sneezed'] })).toEqual(['events.0: validation.option']);
});

test('[ENT-13] hook configuration', () => {
  expect(refusals(hookConfig, { ...config, headers: { 'X-Key': 'v' }, retries: 0 })).toEqual([]);
  expect(refusals(hookConfig, { ...config, retries: 3 })).toEqual([]);
  expect(refusals(hookConfig, { ...config, retries: 4 })).toEqual(['retries: validation.too_big']);
  expect(refusals(hookConfig, { ...config, retries: -1 })).toEqual(['retries: validation.too_small']);
  expect(refusals(hookConfig, { url: 'ftp://example.com' })).toEqual(['url: validation.web_redirect_uri']);
});

test('[ENT-13] a hook listens to something', () => {
  expect(refusals(createHook, { config, events: ['PostSignIn'] })).toEqual([]);
  expect(refusals(createHook, { config, event: 'PostSignIn' })).toEqual([]);
  expect(refusals(createHook, { config })).toEqual(['events: hook.missing_events']);
  expect(refusals(createHook, { config, events: [] })).toEqual(['events: hook.missing_events']);
  expect(refusals(updateHook, { name: 'New' })).toEqual([]);
  expect(refusals(updateHook, { events: [] })).toEqual(['events: hook.missing_events']);
});

test('[ENT-36] webhook events', () => {
  expect(interactionHookEvents).toEqual(['PostRegister', 'PostSignIn', 'PostResetPassword']);
  const nouns = ['User', 'Role', 'Scope', 'Organization', 'OrganizationRole', 'OrganizationScope'];
  for (const noun of nouns) {
    for (const verb of ['Created', 'Deleted', 'Data.Updated'])
      expect(dataEvents).toContain(`${noun}.${verb}`);
  }
  expect(new Set(hookEvents).size).toBe(hookEvents.length);
});

import { type ActionType, action, actionTypes } from '@gatehouse/contract/actions.ts';
import { type CustomizedToken, customizerKeys, jwtCustomizer } from '@gatehouse/contract/jwt-customizers.ts';
import { z } from 'zod';
import { defineKind } from '../kind.ts';

const variablesOf = ({ environmentVariables = {} }: { environmentVariables?: Record<string, string> }) =>
  Object.keys(environmentVariables).map(name => ['environmentVariables', name]);

const tokenScript = z.strictObject({
  token: z.enum(Object.keys(customizerKeys) as [CustomizedToken, ...CustomizedToken[]]),
  ...jwtCustomizer.shape,
});

export const tokenScripts = defineKind<z.infer<typeof tokenScript>>({
  folder: 'customize-jwt',
  entity: 'jwt-customizer',
  key: ['token'],
  fixed: ['token'],
  schema: tokenScript,

  async read({ call }) {
    const scripts = await call('jwtCustomizers', 'list', {});
    const tokens = Object.entries(customizerKeys) as [CustomizedToken, string][];
    return scripts.flatMap(({ key, value }) => {
      const token = tokens.find(([, stored]) => stored === key)?.[0];
      return token ? [{ id: token, name: token, fields: { token, ...value } }] : [];
    });
  },

  secretsOf: variablesOf,

  async create({ call }, { token, ...script }) {
    await call('jwtCustomizers', 'replace', { params: { tokenTypePath: token }, body: script });
    return token;
  },

  async update({ call }, tokenTypePath, { token: _, ...script }) {
    await call('jwtCustomizers', 'replace', { params: { tokenTypePath }, body: script });
  },

  delete: ({ call }, tokenTypePath) => call('jwtCustomizers', 'delete', { params: { tokenTypePath } }),
});

const signInScript = z.strictObject({ moment: z.enum(actionTypes), ...action.shape });

export const signInScripts = defineKind<z.infer<typeof signInScript>>({
  folder: 'sign-in-scripts',
  entity: 'action',
  key: ['moment'],
  fixed: ['moment'],
  schema: signInScript,

  async read({ call }) {
    const scripts = await call('actions', 'list', {});
    return scripts.map(({ key, value }) => ({
      id: key,
      name: key.replace(/^action\./, ''),
      fields: { moment: key, ...value },
    }));
  },

  secretsOf: variablesOf,

  async create({ call }, { moment, ...script }) {
    await call('actions', 'replace', { params: { actionType: moment }, body: script });
    return moment;
  },

  async update({ call }, id, { moment: _, ...script }) {
    await call('actions', 'replace', { params: { actionType: id as ActionType }, body: script });
  },

  delete: ({ call }, actionType) => call('actions', 'delete', { params: { actionType } }),
});

import { escapeHtml } from '@gatehouse/contract/escape-html.ts';
import { tenantPermissions } from '@gatehouse/contract/scopes.ts';
import { codeBox } from '../code-box.ts';
import { drawTable } from '../table.ts';
import { fieldList, fieldRow } from './fields.ts';
import { inline } from './inline.ts';
import type { OpenApi, Operation } from './openapi.ts';

/** Everything about one operation: what it takes and gives, its errors, its samples, and the form that tries it. */
export const renderOperation = (operation: Operation, document: OpenApi): string => {
  const { operationId: id, method, path, summary, description } = operation;
  const [, ...rest] = description.split('. ');
  const more = rest.join('. ');
  return `<section class="operation" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${escapeHtml(summary)} <a class="anchor" href="#${id}" aria-label="Link to this operation">#</a></h2>
<p class="address"><span class="method ${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>
<div class="columns"><div class="about">${more ? `<p>${inline(more)}</p>` : ''}${permission(operation)}${parameters(operation, document)}${body(operation, document)}${response(operation, document)}${errors(operation, document)}</div>
<div class="samples">${samples(operation)}${tryIt(operation)}${example(operation)}</div></div>
</section>`;
};

const permission = (operation: Operation) => {
  const held = operation['x-permission'];
  if (!held) return '<p>Public: needs no access token.</p>';
  return `<p>${whoCalls[accessOf(operation)]} Permission: <code>${escapeHtml(held)}</code></p>`;
};

/** Whose token an operation takes. The browser asks for the right one by it. */
export type Access = 'public' | 'management' | 'user' | 'me' | 'member' | 'cloud';

const whoCalls: Readonly<Record<Access, string>> = {
  public: '',
  management: 'For machine-to-machine applications and the console.',
  user: 'For applications, with the opaque access token of a signed-in user.',
  me: 'For the console.',
  member: 'For members of the tenant in the console.',
  cloud: 'For the console.',
};

const accessOf = (operation: Operation): Access => {
  const [scheme] = operation.security.flatMap(item => Object.keys(item));
  if (!scheme) return 'public';
  if (scheme === 'machine') return 'management';
  if (scheme === 'user') return 'user';
  if (operation.path.startsWith('/me')) return 'me';
  return tenantPermissions.some(known => known === operation['x-permission']) ? 'member' : 'cloud';
};

const parameters = ({ parameters: list }: Operation, { components: { schemas: components } }: OpenApi) => {
  if (list.length === 0) return '';
  const rows = list.map(({ name, in: place, required, description, schema }) =>
    fieldRow(name, { ...schema, description }, { components, isRequired: required, place }),
  );
  return `<h3>Parameters</h3><dl class="fields">${rows.join('')}</dl>`;
};

const body = ({ requestBody }: Operation, { components }: OpenApi) => {
  const [content] = Object.values(requestBody?.content ?? {});
  const list = content ? fieldList(content.schema, components.schemas) : '';
  return list ? `<h3>Request body</h3>${list}` : '';
};

const answerOf = ({ responses }: Operation) => {
  const [[status = '', { description, content }] = ['', { description: '' }]] = Object.entries(responses);
  return { status, description, content };
};

const response = (operation: Operation, { components }: OpenApi) => {
  const { status, description, content } = answerOf(operation);
  const { schema } = content?.['application/json'] ?? {};
  const list = schema ? fieldList(schema, components.schemas) : '';
  const types = content && !schema ? ` A file: ${Object.keys(content).map(escapeHtml).join(', ')}.` : '';
  const fields = list ? `<details><summary>Fields of the response</summary>${list}</details>` : '';
  const others = Object.entries(operation.responses)
    .slice(1)
    .filter(([other]) => other.startsWith('2'));
  const statuses = [[status, { description }] as const, ...others].map(
    ([each, { description: name }]) => `<code>${each}</code> ${escapeHtml(name)}`,
  );
  return `<h3>Response</h3><p>${statuses.join(' or ')}.${types}</p>${fields}`;
};

const errors = (operation: Operation, document: OpenApi) => {
  const rows = operation['x-errors'].map(({ code, status }) => {
    const { message = '' } = document['x-errors'][code] ?? {};
    return [`${status}`, `<code>${escapeHtml(code)}</code>`, inline(message)];
  });
  const columns = ['Status', 'Code', 'Cause and remedy'].map(name => ({ html: name, name }));
  return `<details class="errors"><summary>Errors (${rows.length})</summary>${drawTable(columns, rows)}</details>`;
};

const languages: Readonly<Record<string, string>> = { Shell: 'sh', TypeScript: 'ts' };

const samples = (operation: Operation) => {
  const { operationId: id } = operation;
  const list = operation['x-codeSamples'];
  const tabs = list.map(
    ({ lang, label }, index) =>
      `<button type="button" role="tab" id="${id}-${lang}-tab" aria-controls="${id}-${lang}" aria-selected="${index === 0}" tabindex="${index === 0 ? 0 : -1}" data-language="${lang}">${label}</button>`,
  );
  const panels = list.map(({ lang, source }, index) =>
    codeBox(
      source,
      languages[lang] ?? '',
      ` role="tabpanel" id="${id}-${lang}" aria-labelledby="${id}-${lang}-tab"${index === 0 ? '' : ' hidden'}`,
    ),
  );
  return `<div class="tabs" role="tablist" aria-label="Language of the example">${tabs.join('')}</div>${panels.join('')}`;
};

const example = (operation: Operation) => {
  const value = answerOf(operation).content?.['application/json']?.example;
  if (value === undefined) return '';
  return `<details class="example"><summary>Example response</summary>${codeBox(JSON.stringify(value, null, 2), 'json')}</details>`;
};

/** Data for the request form. It is inlined as data, which a content security policy allows. */
export type Trial = {
  id: string;
  method: string;
  path: string;
  access: Access;
  body?: unknown;
  takesFile: boolean;
  parameters: { name: string; in: string; required: boolean; values?: readonly unknown[] }[];
};

const tryIt = (operation: Operation) => {
  const { operationId: id, method, path, requestBody } = operation;
  const trial: Trial = {
    id,
    method,
    path,
    access: accessOf(operation),
    body: requestBody?.content['application/json']?.example,
    takesFile: requestBody?.content['multipart/form-data'] !== undefined,
    parameters: operation.parameters.map(({ name, in: place, required, schema }) => ({
      name,
      in: place,
      required,
      values: schema.enum,
    })),
  };
  const data = JSON.stringify(trial).replace(/</g, '\\u003c');
  return `<div class="trial"><button type="button" class="try primary" aria-expanded="false">Try it</button><script type="application/json">${data}</script></div>`;
};

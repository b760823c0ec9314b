import type { Trial } from '../../reference/operation.ts';
import { element } from './element.ts';
import type { Filled } from './request.ts';

/** The form of one operation: its parameters, its body and whose token is sent. */
export const createForm = (trial: Trial, tenants: readonly string[]) => {
  const parameters = trial.parameters.map(({ name, in: place, required, values }) => ({
    name,
    in: place,
    input: values ? choice(values.map(String), required) : text(required),
  }));
  const tenant = tenants.length > 1 ? choice(tenants, true) : undefined;
  const body = trial.body === undefined ? undefined : area(trial.body);
  const file = trial.takesFile ? element('input', { type: 'file', required: true }) : undefined;
  const token =
    trial.access === 'public'
      ? undefined
      : element('input', {
          type: 'password',
          autocomplete: 'off',
          spellcheck: 'false',
          required: trial.access === 'user',
          placeholder: trial.access === 'user' ? '' : 'Your console session',
        });
  const form = element(
    'form',
    { class: 'request', 'aria-label': 'Request' },
    ...(tenant ? [labeled('Tenant', tenant)] : []),
    ...shownParameters(parameters.map(({ name, in: place, input }) => labeled(name, input, place))),
    ...(body ? [labeled('Body', body)] : []),
    ...(file ? [labeled('File', file)] : []),
    ...(token ? [labeled('Access token', token)] : []),
    element('button', { type: 'submit', class: 'primary' }, 'Send request'),
  );
  const read = (): Filled => ({
    parameters: parameters.map(({ name, in: place, input }) => ({ name, in: place, value: input.value })),
    body: body?.value,
    file: file?.files?.[0],
  });
  return {
    form,
    read,
    tenant: () => tenant?.value ?? tenants[0] ?? '',
    ownToken: () => token?.value || undefined,
    /** A body that is no JSON is not sent. */
    check: () => {
      if (!body) return form.reportValidity();
      body.setCustomValidity(isJson(body.value) ? '' : 'This is not valid JSON.');
      return form.reportValidity();
    },
  };
};

/** The first ones are the usual ones: path parameters, then pages. A list has many more to filter by. */
const shownAtOnce = 4;

const shownParameters = (labels: readonly HTMLElement[]) => {
  const rest = labels.slice(shownAtOnce);
  if (rest.length === 0) return labels;
  const more = element('details', {}, element('summary', {}, `More parameters (${rest.length})`), ...rest);
  return [...labels.slice(0, shownAtOnce), more];
};

const isJson = (value: string) => {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
};

const text = (required: boolean) =>
  element('input', { type: 'text', required, autocomplete: 'off', spellcheck: 'false' });

const choice = (values: readonly string[], required: boolean) =>
  element(
    'select',
    {},
    ...(required ? [] : [element('option', { value: '' }, '')]),
    ...values.map(value => element('option', { value }, value)),
  );

const area = (example: unknown) => {
  const value = JSON.stringify(example, null, 2);
  const field = element('textarea', {
    rows: String(Math.min(value.split('\n').length + 1, 14)),
    spellcheck: 'false',
  });
  field.value = value;
  field.addEventListener('input', () => field.setCustomValidity(''));
  return field;
};

const labeled = (name: string, input: HTMLElement, place = '') =>
  element(
    'label',
    {},
    element('span', {}, place ? element('code', {}, name) : name, place ? ` ${place}` : ''),
    input,
  );

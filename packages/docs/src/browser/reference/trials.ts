import type { Trial } from '../../reference/operation.ts';
import { element } from './element.ts';
import { type PageData, pageData } from './page-data.ts';
import { addressOf, curlOf, type Received, send } from './request.ts';
import type { openSession } from './session.ts';
import { openTenant } from './tenant.ts';
import { createForm } from './trial-form.ts';

type Session = ReturnType<typeof openSession>;

/** The client of the console is loaded when the first request is tried. */
let session: Promise<Session> | undefined;
const sessionOf = (page: PageData) => {
  session ??= import('./session.ts').then(({ openSession }) => openSession(page));
  return session;
};

export const addTrials = () => {
  const page = pageData();
  for (const button of document.querySelectorAll<HTMLButtonElement>('button.try')) {
    if (!page) button.hidden = true;
    else button.addEventListener('click', () => void toggle(button, page));
  }
};

const toggle = async (button: HTMLButtonElement, page: PageData) => {
  const place = button.parentElement as HTMLElement;
  const open = place.querySelector('.panel');
  button.setAttribute('aria-expanded', String(!open));
  if (open) return open.remove();
  const trial: Trial = JSON.parse(place.querySelector('script')?.textContent ?? '{}');
  const panel = element('div', { class: 'panel' });
  place.append(panel);
  panel.append(...(await fill(trial, page)));
  panel.querySelector<HTMLElement>('input, select, textarea, button, a')?.focus();
};

const fill = async (trial: Trial, page: PageData): Promise<HTMLElement[]> => {
  if (!page.isConsole) {
    const address = `${page.adminEndpoint}/api/docs/${trial.id}`;
    return [
      note(
        'Your console session is available on the console’s own address.',
        address,
        'Open this page there',
      ),
    ];
  }
  const needsSession = trial.access !== 'public' && trial.access !== 'user';
  const current = needsSession ? await sessionOf(page) : undefined;
  if (current && !(await current.isSignedIn()))
    return [
      note('Sign in to the console to send requests from this page.', page.console, 'Sign in to the console'),
    ];
  const preferred = openTenant();
  const tenants = (await current?.tenants()) ?? [];
  const sorted = tenants.toSorted((a, b) => Number(b === preferred) - Number(a === preferred));
  const result = element('div', { class: 'result', 'aria-live': 'polite' });
  const fields = createForm(trial, sorted);
  fields.form.addEventListener('submit', async event => {
    event.preventDefault();
    if (!fields.check()) return;
    const filled = fields.read();
    const tenant = fields.tenant();
    const url = addressOf(trial, filled, page, tenant);
    if (trial.method !== 'get' && !(await confirmed(trial, url))) return;
    result.replaceChildren(element('p', {}, 'Sending…'));
    try {
      const token = fields.ownToken() ?? (await current?.token(trial.access, tenant));
      const received = await send(trial, url, filled, token);
      result.replaceChildren(...show(received, curlOf(trial, url, filled)));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      result.replaceChildren(element('p', { class: 'failed' }, `The request was not sent: ${reason}`));
    }
  });
  return [fields.form, result];
};

const note = (text: string, href: string, label: string) =>
  element('p', { class: 'note' }, `${text} `, element('a', { href }, label));

const show = ({ status, isOk, milliseconds, headers, body }: Received, curl: string) => [
  element(
    'p',
    { class: 'status' },
    element('strong', { class: isOk ? 'succeeded' : 'failed' }, status),
    ` ${milliseconds} ms`,
  ),
  ...(headers.length > 0
    ? [
        element(
          'dl',
          { class: 'headers' },
          ...headers.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
        ),
      ]
    : []),
  ...(body ? [code(body, 'Response body')] : []),
  element('details', {}, element('summary', {}, 'Request as curl'), code(curl, 'Request as curl')),
];

const code = (text: string, label: string) =>
  element(
    'div',
    { class: 'code' },
    element('pre', { tabindex: '0', 'aria-label': label, role: 'region' }, element('code', {}, text)),
    element('button', { type: 'button', class: 'copy' }, 'Copy'),
  );

/** Writing operations change the tenant for real: the user says so first. */
const confirmed = ({ method }: Trial, url: string) =>
  new Promise<boolean>(resolve => {
    const dialog = element(
      'dialog',
      { 'aria-labelledby': 'confirm-title' },
      element('h2', { id: 'confirm-title' }, 'Send this request?'),
      element('p', {}, 'It changes real data with your permissions.'),
      element(
        'p',
        { class: 'address' },
        element('span', { class: `method ${method}` }, method.toUpperCase()),
        ' ',
        element('code', {}, url),
      ),
      element(
        'form',
        { method: 'dialog' },
        element('button', { value: '' }, 'Cancel'),
        element('button', { value: 'send', class: 'primary' }, 'Send request'),
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'send');
    });
    document.body.append(dialog);
    dialog.showModal();
  });

import { type Browser, expect, type Page } from '@playwright/test';
import { signInToConsole } from './console-session.ts';
import { connectManagement, type Management } from './management.ts';
import type { Product } from './product.ts';

export type Person = { page: Page; email: string };

export const newcomerPassword = 'violet harbour 42';

let count = 0;
/** An address that is unique in this run. */
export const freshEmail = (stem = 'person') => `${stem}.${process.pid}.${count++}@harbour.example`;

const signInWith = async (page: Page, email: string) => {
  await page.getByLabel('Email or username').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(newcomerPassword);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
};

/** The people of a cloud: they have accounts, and their own browsers. */
export const peopleOf = async (browser: Browser, cloud: Product) => {
  const admin: Management = await connectManagement(cloud, 'admin');

  const createAccount = async (email = freshEmail()) => {
    await admin('POST', '/users', { primaryEmail: email, isEmailVerified: true, password: newcomerPassword });
    return email;
  };
  /** A new user who is signed in. `prepare` runs with their token for the cloud API. */
  const enter = async (prepare?: (token: string) => Promise<void>): Promise<Person> => {
    const email = await createAccount();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await signInToConsole(context, cloud, { email, password: newcomerPassword }, prepare);
    return { page: await context.newPage(), email };
  };
  /** A new user at the first step of the onboarding. */
  const newcomer = async (): Promise<Person> => {
    const person = await enter();
    await person.page.goto(cloud.console);
    await expect(person.page.getByRole('heading', { name: 'Create your first tenant' })).toBeVisible();
    return person;
  };
  const createTenant = async (token: string, name: string): Promise<string> => {
    const answer = await fetch(`${cloud.adminEndpoint}/api/tenants`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name, tag: 'development' }),
    });
    expect(answer.status).toBe(201);
    const { id } = (await answer.json()) as { id: string };
    return id;
  };
  /** A new user with a development tenant, on its first screen. */
  const tenantOwner = async (name = 'Harbour') => {
    let tenantId = '';
    const { page, email } = await enter(async token => {
      tenantId = await createTenant(token, name);
    });
    await page.goto(`${cloud.console}/${tenantId}/get-started`);
    await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
    return { page, email, tenantId };
  };
  return { admin, createAccount, newcomer, tenantOwner, signInWith };
};

export const openSelector = async (page: Page) => {
  await page.getByTitle('Switch tenant').click();
  await expect(page.getByRole('menu')).toBeVisible();
};

/** The form of a new tenant, opened from the selector. */
export const openCreation = async (page: Page) => {
  await openSelector(page);
  await page.getByRole('menuitem', { name: 'Create tenant' }).click();
  return page.getByRole('dialog', { name: 'Create tenant' });
};

/** Goes on to the plans of a new production tenant. */
export const choosePlan = async (page: Page, name: string) => {
  const form = await openCreation(page);
  await form.getByLabel('Tenant name').fill(name);
  await form.getByRole('radio', { name: /Production/ }).check();
  await form.getByRole('button', { name: 'Create tenant' }).click();
  return page.getByRole('dialog', { name: 'Choose a plan' });
};

/** At the sandbox checkout. */
export const pay = async (page: Page) => {
  await expect(page).toHaveURL(/\/sandbox\/checkout\//);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
};

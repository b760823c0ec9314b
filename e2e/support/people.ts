import { type Browser, expect, type Page } from '@playwright/test';
import type { Product } from './product.ts';

export const password = 'violet harbour 42';

let count = 0;
/** A name that nobody else in this run has. */
export const freshName = (stem: string) => `${stem}_${process.pid}_${count++}`;

/** Registers somebody new at the page that the console has led to. */
export const register = async (page: Page, username = freshName('person')) => {
  await page.getByLabel('Username').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  return username;
};

/** A browser of somebody new in the cloud, at the first step of their onboarding. */
export const newcomer = async (browser: Browser, cloud: Product) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${cloud.console}/?sign_up`);
  await register(page);
  await expect(page.getByRole('heading', { name: 'Create your first tenant' })).toBeVisible();
  return page;
};

/** Somebody new with a development tenant, whose page is at the tenant's first screen. */
export const tenantOwner = async (browser: Browser, cloud: Product, name = 'Harbour') => {
  const page = await newcomer(browser, cloud);
  await page.getByLabel('Tenant name').fill(name);
  await page.getByRole('button', { name: 'Create tenant' }).click();
  await expect(page).toHaveURL(/\/get-started$/);
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  return { page, tenantId: new URL(page.url()).pathname.split('/')[1] ?? '' };
};

export const openSelector = async (page: Page) => {
  await page.getByTitle('Switch tenant').click();
  await expect(page.getByRole('menu')).toBeVisible();
};

/** At the sandbox checkout. */
export const pay = async (page: Page) => {
  await expect(page).toHaveURL(/\/sandbox\/checkout\//);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
};

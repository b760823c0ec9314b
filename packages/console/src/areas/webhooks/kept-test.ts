import { z } from 'zod';
import { storageKeys } from '../../session/storage.ts';

/** How the last test of a webhook went: how many samples were taken, or what went wrong. */
const testResult = z.object({
  hookId: z.string(),
  at: z.number(),
  sent: z.number().optional(),
  problem: z.string().optional(),
  responseStatus: z.number().optional(),
  responseBody: z.string().optional(),
});
export type TestResult = z.infer<typeof testResult>;

/** Read again after a reload, or after a look at what the endpoint wrote down. */
export const keptTest = (hookId: string): TestResult | undefined => {
  try {
    const kept = testResult.parse(JSON.parse(sessionStorage.getItem(storageKeys.webhookTestResult) ?? ''));
    return kept.hookId === hookId ? kept : undefined;
  } catch {
    return undefined;
  }
};

export const keepTest = (result: TestResult) =>
  sessionStorage.setItem(storageKeys.webhookTestResult, JSON.stringify(result));

import type { Page } from '@playwright/test';

/** Stops the page's time: from here on it passes only by `page.clock.runFor`, however slow the machine is. */
export const stopTime = async (page: Page) => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 10_000);
};

type Answer = { askedAt: number; answeredAt?: number };

/** Writes down, by the page's own time, when it asks for a path and when it has read the answer. */
export const recordAnswers = async (page: Page, path: string) => {
  await page.addInitScript(path => {
    const answers: Answer[] = [];
    Object.assign(window, { recordedAnswers: answers });
    const ask = window.fetch;
    window.fetch = async (...request) => {
      if (!String(request[0]).includes(path)) return ask(...request);
      const answer: Answer = { askedAt: Date.now() };
      answers.push(answer);
      const response = await ask(...request);
      const body = await response.json();
      answer.answeredAt = Date.now();
      return Response.json(body, response);
    };
  }, path);
  return (): Promise<Answer[]> => page.evaluate(() => Reflect.get(window, 'recordedAnswers'));
};

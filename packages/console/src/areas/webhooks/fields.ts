import { hookEvents } from '@gatehouse/contract/events.ts';
import { hook, hookConfig } from '@gatehouse/contract/hooks.ts';
import { z } from 'zod';
import { lines, writtenLines } from '../../templates/form-lines.tsx';

/** `Name: value`, as it is sent (RFC 9110, section 5.1). */
const headerLine = z.string().regex(/^[\w!#$%&'*+.^`|~-]+:.*\S/, { error: 'validation.header' });

export const basicFields = {
  name: hook.shape.name.min(1),
  url: hookConfig.shape.url,
  events: z.array(z.enum(hookEvents)).min(1, { error: 'hook.missing_events' }),
};

export const webhookFields = z.object({
  ...basicFields,
  headers: lines(headerLine),
  retries: z.enum(['0', '1', '2', '3']),
  enabled: z.boolean(),
});
export type WebhookValues = z.infer<typeof webhookFields>;

export const linesOfHeaders = (headers: Record<string, string> = {}) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

export const configOf = ({ url, headers, retries }: Pick<WebhookValues, 'url' | 'headers' | 'retries'>) => ({
  url,
  retries: Number(retries),
  headers: Object.fromEntries(
    writtenLines(headers).map(line => {
      const end = line.indexOf(':');
      return [line.slice(0, end), line.slice(end + 1).trim()];
    }),
  ),
});

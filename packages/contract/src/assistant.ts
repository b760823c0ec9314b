import { z } from 'zod';

/** The path of the assistant. It is no row, because rows cannot describe an event stream. */
export const assistantPath = '/me/assistant/answers';

export const assistantQuestion = z.strictObject({
  messages: z
    .array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.string().min(1).max(8000) }))
    .min(1)
    .max(40),
});
export type AssistantQuestion = z.infer<typeof assistantQuestion>;

/** The longest question that a person can type. */
export const questionLength = 2000;

export type AssistantEvent =
  /** From the documentation, word for word. */
  | { type: 'passages'; passages: { title: string; url: string; excerpt: string }[] }
  /** The sources of a model's answer. */
  | { type: 'sources'; sources: { title: string; url: string }[] }
  | { type: 'text'; text: string }
  | { type: 'failed' };

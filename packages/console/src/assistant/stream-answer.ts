import { type AssistantEvent, type AssistantQuestion, assistantPath } from '@gatehouse/contract/assistant.ts';
import { bootstrap } from '../bootstrap.ts';
import { currentLanguage } from '../phrases.tsx';
import { errorOf } from '../request.ts';
import { accessTokenFor } from '../session/client.ts';

/** The answer's events as they come. */
export async function* streamAnswer(
  question: AssistantQuestion,
  signal: AbortSignal,
): AsyncGenerator<AssistantEvent> {
  const response = await fetch(`${bootstrap.adminEndpoint}${assistantPath}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${await accessTokenFor(bootstrap.meAudience)}`,
      'Accept-Language': currentLanguage(),
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(question),
    signal,
  });
  if (!response.ok || !response.body) throw await errorOf(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (rest + value).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) yield JSON.parse(event.replace(/^data: /, '')) as AssistantEvent;
  }
}

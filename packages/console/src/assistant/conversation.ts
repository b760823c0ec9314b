import type { AssistantEvent } from '@gatehouse/contract/assistant.ts';
import { useSyncExternalStore } from 'react';
import { streamAnswer } from './stream-answer.ts';

type Event<Type extends AssistantEvent['type']> = Extract<AssistantEvent, { type: Type }>;

export type Answer = {
  role: 'assistant';
  text: string;
  passages?: Event<'passages'>['passages'];
  sources?: Event<'sources'>['sources'];
  state: 'coming' | 'done' | 'stopped' | 'failed';
  /** Why it failed, where the server said so. */
  reason?: string;
};
export type Turn = { role: 'user'; text: string } | Answer;
type Conversation = { turns: Turn[]; draft: string };

/** Lives as long as the page: closing the panel loses neither the answers nor what was being typed. */
let conversation: Conversation = { turns: [], draft: '' };
let running: AbortController | undefined;
const listeners = new Set<() => void>();

const set = (changes: Partial<Conversation>) => {
  conversation = { ...conversation, ...changes };
  for (const listener of listeners) listener();
};

const updateAnswer = (change: (answer: Answer) => Partial<Answer>) => {
  const last = conversation.turns.at(-1);
  if (last?.role !== 'assistant') return;
  set({ turns: [...conversation.turns.slice(0, -1), { ...last, ...change(last) }] });
};

const take = (event: AssistantEvent) =>
  updateAnswer(answer => {
    if (event.type === 'text') return { text: answer.text + event.text };
    if (event.type === 'passages') return { passages: event.passages };
    if (event.type === 'sources') return { sources: event.sources };
    return { state: 'failed' };
  });

/** The part of an answer that is sent to the model: its text, or the passages shown instead. */
const wordsOf = (turn: Turn) =>
  turn.role === 'assistant' && turn.passages
    ? turn.passages.map(({ title, excerpt }) => `${title}: ${excerpt}`).join('\n')
    : turn.text;

export const ask = async (question: string, describe: (error: Error) => string) => {
  stop();
  const asked: Turn[] = [...conversation.turns, { role: 'user', text: question }];
  const messages = asked
    .map(turn => ({ role: turn.role, content: wordsOf(turn).slice(0, longestMessage) }))
    .filter(({ content }) => content !== '')
    .slice(-longestMemory);
  const current = new AbortController();
  running = current;
  set({ draft: '', turns: [...asked, { role: 'assistant', text: '', state: 'coming' }] });
  try {
    for await (const event of streamAnswer({ messages }, current.signal)) {
      if (running === current) take(event);
    }
    if (running === current) updateAnswer(({ state }) => ({ state: state === 'coming' ? 'done' : state }));
  } catch (error) {
    if (running === current && error instanceof Error)
      updateAnswer(() => ({ state: 'failed', reason: describe(error) }));
  } finally {
    if (running === current) running = undefined;
  }
};

const longestMessage = 8000;
const longestMemory = 20;

/** Ends the answer that is coming; what has come stays. */
export const stop = () => {
  if (!running) return;
  running.abort();
  running = undefined;
  updateAnswer(() => ({ state: 'stopped' }));
};

export const clear = () => {
  stop();
  set({ turns: [] });
};

export const setDraft = (draft: string) => set({ draft });

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useConversation = () => useSyncExternalStore(subscribe, () => conversation);

import { type LiveSignIn, lastEventHeader, liveSignIns } from '@gatehouse/contract/live-sign-ins.ts';
import { currentLanguage } from '../phrases.tsx';
import { errorOf } from '../request.ts';
import { currentTenantId, managementDoor } from '../session/tenant.ts';

export type Connection = 'connecting' | 'live' | 'lost';

/** The last event that was received, from which a new stream continues. */
export type Place = { lastEventId?: string };

type Follow = {
  signal: AbortSignal;
  place: Place;
  onSignIn: (signIn: LiveSignIn) => void;
  onConnection: (connection: Connection) => void;
};

const firstRetryMs = 1000;
const longestRetryMs = 30_000;
/** The server sends something every 15 seconds. */
const silenceMs = 40_000;

/** Reads the stream of sign-ins and comes back to it after a loss, until it is told to stop. */
export const followSignIns = async ({ signal, place, onSignIn, onConnection }: Follow) => {
  let retryMs = firstRetryMs;
  const receive = ({ id, event, data }: Message) => {
    if (id !== undefined) place.lastEventId = id;
    retryMs = firstRetryMs;
    onConnection('live');
    if (event === 'sign-in' && data) onSignIn(JSON.parse(data));
  };
  while (!signal.aborted) {
    await readOnce(place, signal, receive).catch(() => undefined);
    if (signal.aborted) return;
    onConnection('lost');
    await pause(retryMs, signal);
    retryMs = Math.min(retryMs * 2, longestRetryMs);
  }
};

type Message = { id?: string; event?: string; data?: string };

/** `EventSource` sends no token. */
const readOnce = async ({ lastEventId }: Place, signal: AbortSignal, receive: (message: Message) => void) => {
  const { baseUrl, token } = managementDoor(currentTenantId());
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    const response = await fetch(`${baseUrl}${liveSignIns.stream.path}`, {
      headers: {
        Authorization: `Bearer ${await token()}`,
        'Accept-Language': currentLanguage(),
        ...(lastEventId === undefined ? {} : { [lastEventHeader]: lastEventId }),
      },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok || !response.body) throw await errorOf(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMs);
      const blocks = `${text}${part.value}`.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) receive(parse(block));
    }
  } finally {
    clearTimeout(timer);
  }
};

const parse = (block: string): Message =>
  Object.fromEntries(
    block.split('\n').map(line => {
      const end = line.indexOf(': ');
      return [line.slice(0, end), line.slice(end + 2)];
    }),
  );

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

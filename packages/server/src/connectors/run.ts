import { OutgoingError } from '../outgoing/outgoing.ts';
import { RequestError } from '../request-error.ts';
import { ConnectorError } from './connector.ts';

export const limitMs = 15_000;

/** Runs what a connector does, within limits: whatever it throws, and however long it takes, is an error of the connector. */
export const runConnector = async <Result>(work: () => Result | Promise<Result>): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ConnectorError('general', 'The provider took too long.')), limitMs);
  });
  try {
    return await Promise.race([Promise.resolve().then(work), late]);
  } catch (error) {
    throw asRequestError(error);
  } finally {
    clearTimeout(timer);
  }
};

const shownLength = 300;

const asRequestError = (error: unknown) => {
  if (error instanceof RequestError) return error;
  const isKnown = error instanceof ConnectorError;
  const code = isKnown ? error.code : 'general';
  const isTold = isKnown || error instanceof OutgoingError;
  const message = isTold ? error.message.slice(0, shownLength) : 'The provider could not be asked.';
  return new RequestError(`connector.${code}`, { cause: error, data: { message } });
};

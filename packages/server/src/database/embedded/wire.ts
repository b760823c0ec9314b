import { Duplex } from 'node:stream';
import type { Worker } from 'node:worker_threads';

export type Patience = { startSeconds: number; statementSeconds: number };

const terminateMessage = 'X'.charCodeAt(0);
/** With these a question ends, and its answer must end with "ready for query". */
const endsOfQuestions = new Set(['S', 'Q'].map(letter => letter.charCodeAt(0)));
const readyForQuery = 'Z'.charCodeAt(0);
const readyLength = 6;

/** The socket that the driver believes it has: bytes of the wire protocol go to the worker and come back as answers. */
export class Wire extends Duplex {
  #worker: Worker | undefined;
  #waiting: Uint8Array[] = [];
  /** For each question that waits, whether its answer must have an end. */
  #unanswered: boolean[] = [];
  #answered = false;
  #alarm: NodeJS.Timeout | undefined;
  readonly #patience: Patience;
  /** The driver said goodbye: the worker may still be closed in order. */
  ended = false;

  constructor(patience: Patience) {
    super();
    this.#patience = patience;
  }

  attach(worker: Worker) {
    this.#worker = worker;
    worker.on('message', message => {
      if (message instanceof Uint8Array) this.#receive(message);
    });
    worker.on('error', error =>
      this.destroy(new Error('The embedded database stopped working.', { cause: error })),
    );
    worker.on('exit', () => this.destroy());
    for (const message of this.#waiting.splice(0)) worker.postMessage(message);
  }

  #send(chunk: Uint8Array) {
    // Goodbye ends a session of a real server; here it would end the whole database.
    if (chunk[0] === terminateMessage) return;
    this.#unanswered.push(this.#answered && endsOfQuestions.has(lastMessageType(chunk)));
    this.#watch();
    // A copy: the driver's buffer is a slice of a pool that must not travel whole.
    const message = new Uint8Array(chunk);
    if (this.#worker) this.#worker.postMessage(message);
    else this.#waiting.push(message);
  }

  #receive(message: Uint8Array) {
    const mustEnd = this.#unanswered.shift();
    this.#answered = true;
    this.#watch();
    // A database that could not write its log breaks off in the middle and no longer answers sensibly.
    if (mustEnd && message.at(-readyLength) !== readyForQuery)
      return void this.destroy(new Error('The embedded database broke off its answer and was restarted.'));
    if (message.length) this.push(Buffer.from(message.buffer, message.byteOffset, message.byteLength));
  }

  /** The embedded database has no statement_timeout: a statement that takes too long costs it its worker. */
  #watch() {
    clearTimeout(this.#alarm);
    if (this.#unanswered.length === 0) return;
    const seconds = this.#answered ? this.#patience.statementSeconds : this.#patience.startSeconds;
    this.#alarm = setTimeout(() => {
      this.destroy(
        new Error(`The embedded database did not answer within ${seconds} seconds and was restarted.`),
      );
    }, seconds * 1000);
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    this.#send(chunk);
    done();
  }

  override _writev(chunks: Array<{ chunk: Buffer }>, done: () => void) {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _final(done: () => void) {
    this.ended = true;
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    clearTimeout(this.#alarm);
    done(error);
  }

  // Socket methods that the driver calls in addition to those of a stream.
  connect() {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }
  setNoDelay() {
    return this;
  }
  setKeepAlive() {
    return this;
  }
  ref() {
    return this;
  }
  unref() {
    return this;
  }
}

/** The type of the last of the messages in a chunk: a letter, the length of the rest, the rest. */
const lastMessageType = (chunk: Uint8Array) => {
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  let start = 0;
  for (;;) {
    const next = start + 1 + (start + 5 <= chunk.length ? view.getInt32(start + 1) : chunk.length);
    if (next >= chunk.length) return chunk[start] ?? 0;
    start = next;
  }
};

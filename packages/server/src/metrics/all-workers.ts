import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { AggregatorRegistry, type Registry } from 'prom-client';

type Question = { type: 'gatehouse:metrics'; id: string };
type Answer = { type: 'gatehouse:metrics-of-all'; id: string; text?: string; error?: string };

const isQuestion = (message: unknown): message is Question =>
  (message as Partial<Question> | null)?.type === 'gatehouse:metrics';

/** In the primary: adds up the metrics of all workers for the one that Prometheus has reached. */
export const answerWorkers = () => {
  const registry = new AggregatorRegistry();
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isQuestion(message)) return;
    const answer = (content: Pick<Answer, 'text' | 'error'>) => {
      if (worker.isConnected())
        worker.send({ type: 'gatehouse:metrics-of-all', id: message.id, ...content } satisfies Answer);
    };
    registry.clusterMetrics().then(
      text => answer({ text }),
      (error: Error) => answer({ error: error.message }),
    );
  });
};

/** In a worker: lets the primary read the metrics of this one, and prints those of all. */
export const printAllWorkers = (registries: readonly Registry[]) => {
  AggregatorRegistry.setRegistries([...registries]);
  // Listens to the primary from here on.
  new AggregatorRegistry();
  const waiting = new Map<string, PromiseWithResolvers<string>>();
  process.on('message', (message: Answer | null) => {
    if (message?.type !== 'gatehouse:metrics-of-all') return;
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.text === undefined) asked?.reject(new Error(message.error));
    else asked?.resolve(message.text);
  });
  return () => {
    const id = randomUUID();
    const asked = Promise.withResolvers<string>();
    waiting.set(id, asked);
    process.send?.({ type: 'gatehouse:metrics', id } satisfies Question);
    return asked.promise;
  };
};

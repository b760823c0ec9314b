import autocannon from 'autocannon';

export type Load = { requestsPerSecond: number; p50: number; p99: number; errors: number };

type Target = { url: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string };

const seconds = 6;

/** Sends requests over so many connections for a few seconds, after a warm-up. */
export const measureLoad = async (target: Target, connections: number): Promise<Load> => {
  await autocannon({ ...target, connections, duration: 2 });
  const result = await autocannon({ ...target, connections, duration: seconds });
  return {
    requestsPerSecond: Math.round(result.requests.average),
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.non2xx,
  };
};

import { startProduct } from './product.ts';

/** A cloud of its own, for which time passes when it is told to. */
export const startMovableCloud = async () => {
  const cloud = await startProduct({
    edition: 'cloud',
    env: { NODE_OPTIONS: `--import=${new URL('movable-clock.mjs', import.meta.url)}` },
  });
  return {
    ...cloud,
    passDay: () => cloud.process.kill('SIGUSR2'),
    passMonth: () => cloud.process.kill('SIGCONT'),
  };
};

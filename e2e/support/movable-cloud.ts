import { startProduct } from './product.ts';

/** A separate cloud whose clock the test moves. */
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

import { lazy, Suspense } from 'react';
import { Loading } from '../../loading.tsx';
import { loadAreaPhrases } from '../../phrases.tsx';

/** With the phrases of what a sign-in can be asked for. */
const Content = lazy(async () => {
  const [{ Replay }] = await Promise.all([
    import('./replay-result.tsx'),
    loadAreaPhrases('console/users'),
    loadAreaPhrases('console/logs'),
  ]);
  return { default: Replay };
});

export const DraftReplay = () => (
  <Suspense fallback={<Loading />}>
    <Content />
  </Suspense>
);

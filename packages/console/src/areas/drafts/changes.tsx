import { lazy, Suspense } from 'react';
import { Loading } from '../../loading.tsx';
import { loadAreaPhrases } from '../../phrases.tsx';

/** With the phrases of a comparison, and of the kinds of objects. */
const Content = lazy(async () => {
  const [{ Comparison }] = await Promise.all([
    import('./comparison.tsx'),
    loadAreaPhrases('console/configuration'),
    loadAreaPhrases('console/audit-logs'),
  ]);
  return { default: Comparison };
});

export const DraftChanges = () => (
  <Suspense fallback={<Loading />}>
    <Content />
  </Suspense>
);

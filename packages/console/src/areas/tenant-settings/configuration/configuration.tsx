import { lazy, Suspense } from 'react';
import { Loading } from '../../../loading.tsx';
import { loadAreaPhrases } from '../../../phrases.tsx';

/** With its phrases, which the other tabs do without. */
const Content = lazy(async () => {
  const [{ Content }] = await Promise.all([
    import('./content.tsx'),
    loadAreaPhrases('console/configuration'),
    loadAreaPhrases('console/audit-logs'),
  ]);
  return { default: Content };
});

export const Configuration = () => (
  <Suspense fallback={<Loading />}>
    <Content />
  </Suspense>
);

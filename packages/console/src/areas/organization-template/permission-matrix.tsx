import { lazy, Suspense } from 'react';
import { Loading } from '../../loading.tsx';
import { loadAreaPhrases } from '../../phrases.tsx';

/** The matrix is the same for roles outside of organizations, and so are its phrases. */
const Content = lazy(async () => {
  const [{ PermissionMatrixContent }] = await Promise.all([
    import('./permission-matrix-content.tsx'),
    loadAreaPhrases('console/roles'),
  ]);
  return { default: PermissionMatrixContent };
});

export const OrganizationPermissionMatrix = () => (
  <Suspense fallback={<Loading />}>
    <Content />
  </Suspense>
);

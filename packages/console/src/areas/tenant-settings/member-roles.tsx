import { lazy, Suspense } from 'react';
import { Loading } from '../../loading.tsx';
import { loadAreaPhrases } from '../../phrases.tsx';

/** The matrix is the same as for roles of users, and so are its phrases. */
const Content = lazy(async () => {
  const [{ MemberRolesContent }] = await Promise.all([
    import('./member-roles-content.tsx'),
    loadAreaPhrases('console/roles'),
  ]);
  return { default: MemberRolesContent };
});

export const MemberRoles = () => (
  <Suspense fallback={<Loading />}>
    <Content />
  </Suspense>
);

import type { latestRelease } from '@gatehouse/contract/latest-release.ts';
import { isNewerRelease } from '@gatehouse/contract/releases.ts';
import { Link } from '@gatehouse/ui/link.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useEffect } from 'react';
import { useRead } from '../api.ts';
import { bootstrap } from '../bootstrap.ts';
import { contactLinks } from '../contact.ts';
import { useT } from '../phrases.tsx';
import { lightRow } from '../request.ts';

const readLatest = lightRow<(typeof latestRelease)['read']>({
  method: 'get',
  path: '/me/latest-release',
  permission: 'me',
});

/** The running version, with a dot when a newer one is available. */
export const VersionLink = () => {
  const t = useT();
  const { data, error } = useRead(readLatest, {}, { door: 'me', hideErrors: true });
  useEffect(() => {
    if (error) console.warn(error);
  }, [error]);
  const release = data?.latestRelease;
  const isOld = release ? isNewerRelease(release, bootstrap.version) : false;
  const words = isOld && release ? t('shell.newer_version', { release }) : t('shell.version');
  const tag = (
    <Tag tone={isOld ? 'accent' : 'neutral'} hasDot={isOld}>
      {`v${bootstrap.version}`}
    </Tag>
  );
  if (!contactLinks.releases) return tag;
  return (
    <Link href={contactLinks.releases} target="_blank" title={words}>
      {tag}
    </Link>
  );
};

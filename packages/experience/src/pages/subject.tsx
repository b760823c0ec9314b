import type { Identifier } from '@gatehouse/contract/experience.ts';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { t } from '../data.ts';
import { showIdentifier } from '../identifiers.ts';

/** The user that the page is about, and a link to change it. */
export const Subject = ({ identifier, back }: { identifier: Identifier; back: string }) => (
  <>
    <Text isStrong>
      <bdi>{showIdentifier(identifier)}</bdi>
    </Text>{' '}
    <TextLink href={back}>{t('subject.change')}</TextLink>
  </>
);

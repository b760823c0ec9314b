import type { Identifier } from '@gatehouse/contract/experience.ts';
import { Text } from '@gatehouse/ui/text.tsx';
import { t } from './data.ts';
import { showIdentifier } from './identifiers.ts';

const place = '[0]';

/** Names the recipient of a code. Custom text of a tenant may lack the placeholder: the recipient then follows it. */
export const SentTo = ({ identifier }: { identifier: Identifier }) => {
  const sentence = t('code.sent', { recipient: place });
  const [before, after] = sentence.includes(place) ? sentence.split(place) : [`${sentence} `];
  return (
    <>
      {before}
      <Text isStrong>
        <bdi>{showIdentifier(identifier)}</bdi>
      </Text>
      {after}
    </>
  );
};

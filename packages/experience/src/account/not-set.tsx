import { Text } from '@gatehouse/ui/text.tsx';
import { say } from './client.ts';

export const NotSet = () => <Text tone="faint">{say('not_set')}</Text>;

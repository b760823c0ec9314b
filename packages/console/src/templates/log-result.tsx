import { type Log, logResults } from '@gatehouse/contract/logs.ts';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useT } from '../phrases.tsx';

export const LogResult = ({ payload: { result } }: Pick<Log, 'payload'>) => {
  const t = useT();
  const [success] = logResults;
  return <Tag tone={result === success ? 'success' : 'danger'}>{t(`logs.results.${result}`)}</Tag>;
};

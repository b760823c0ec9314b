import { connectorFactories, connectors } from '@gatehouse/contract/connectors.ts';
import { useRead } from '../../api.ts';
import { useTranslation } from '../../phrases.tsx';

/** The provider behind a target, as far as the reader may see connectors. */
export const useSocialProvider = () => {
  const { data: own = [] } = useRead(connectors.list, {}, { hideErrors: true });
  const { data: known = [] } = useRead(connectorFactories.list, {}, { hideErrors: true });
  return (target: string) => [...own, ...known].find(each => each.target === target);
};

/** The name of the provider behind a target. Readers who may not see connectors see the target instead. */
export const useSocialName = () => {
  const { language } = useTranslation();
  const providerOf = useSocialProvider();
  return (target: string) => {
    const names = providerOf(target)?.name;
    return names?.[language] || names?.en || target;
  };
};

import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { Skeleton } from '@gatehouse/ui/skeleton.tsx';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { type Action, Failure, useAction } from '../form.tsx';
import { say } from './client.ts';
import { getProof, prove } from './proofs.ts';

type Loaded<Value> = { value: Value | undefined; action: Action; reload: () => Promise<void> };

/** Something that the page shows, once it is there; `isReady` holds it back. */
export const useLoaded = <Value,>(load: () => Promise<Value>, isReady = true): Loaded<Value> => {
  const [value, setValue] = useState<Value>();
  const action = useAction();
  const reload = async () => setValue(await load());
  const begin = useEffectEvent(() => action.run(reload));
  useEffect(() => {
    if (isReady) void begin();
  }, [isReady]);
  return { value, action, reload };
};

/** Waiting, failed, or there. */
export const Loading = <Value,>({
  loaded: { value, action },
  children,
}: {
  loaded: Loaded<Value>;
  children: (value: Value) => ReactNode;
}) => {
  if (value !== undefined) return children(value);
  return action.failure ? <Failure action={action} /> : <Skeleton height="40px" />;
};

/** Shows its content only after the user has reauthenticated. */
export const ProofGate = ({ text, children }: { text: string; children: ReactNode }) => {
  const [isProven, setIsProven] = useState(() => getProof('presence') !== undefined);
  const action = useAction();
  if (isProven) return children;
  const confirm = async () => {
    await prove();
    setIsProven(true);
  };
  return (
    <Card>
      <p>{text}</p>
      <Failure action={action} />
      <div>
        <Button variant="primary" isLoading={action.isBusy} onClick={() => void action.run(confirm)}>
          {say('proof.title')}
        </Button>
      </div>
    </Card>
  );
};

import { useAccount } from '../session/account.ts';
import { EditText } from './edit-text.tsx';
import { useStep } from './step.ts';

/** The new username. */
export const ChangeUsername = () => {
  const { step, close } = useStep();
  const { data: account } = useAccount();
  if (!step || !account) return null;
  return <EditText field="username" account={account} onClose={close} />;
};

import type { StuckReason } from '@gatehouse/contract/sign-in-changes.ts';
import type { CheckedSignIn } from '@gatehouse/contract/sign-in-check.ts';

/** A wrong password fails before any gate asks for anything. */
const isWrongPassword = ({ method }: CheckedSignIn, question: StuckReason | undefined) =>
  question === 'session.invalid_credentials' && method.endsWith('_password');

const asks = ({ notes }: CheckedSignIn['gates'][number], question: StuckReason | undefined) =>
  notes.some(({ code }) => code === question);

export const isStuckOn = (checked: CheckedSignIn, question: StuckReason | undefined) =>
  isWrongPassword(checked, question) || checked.gates.some(gate => asks(gate, question));

/** The gates, closed where the user cannot answer. A gate that is closed before that stays the last one. */
export const stopAt = (checked: CheckedSignIn, question: StuckReason | undefined): CheckedSignIn['gates'] => {
  const { gates } = checked;
  if (!isStuckOn(checked, question)) return gates;
  const stop = isWrongPassword(checked, question)
    ? gates.findIndex(({ gate }) => gate === 'proof')
    : gates.findIndex(gate => asks(gate, question));
  return gates.map((each, index) => {
    if (index < stop || each.state === 'unreached') return each;
    return index === stop ? { ...each, state: 'closed' } : { ...each, state: 'unreached', notes: [] };
  });
};

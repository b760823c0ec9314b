import { doubtUndoneDomains } from '../custom-domains/undone-deletion.ts';
import type { Write } from '../database/database.ts';
import type { ChangeEntry } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { endAccessOfUndone } from '../domain/suspend-user.ts';
import { eventsOfUndo } from '../domain/undo-events.ts';
import { keepCaptchaOff } from '../domain/undone-captcha.ts';
import { refuseLedStreams } from '../log-streams/undone-change.ts';

type Undo = {
  vault: Vault;
  /** Refuses what may not come back. */
  check?(entries: readonly ChangeEntry[]): void;
};

/** Undoes a change with everything that follows from it. Throws a `ChangeRefusedError` if something stands in its way. */
export const undoChange = async (tx: Write, changeId: string, { vault, check }: Undo) => {
  const entries = await tx.revert(changeId);
  check?.(entries);
  await refuseLedStreams(tx, vault, entries);
  await endAccessOfUndone(tx, entries);
  await doubtUndoneDomains(tx, entries);
  await keepCaptchaOff(tx, entries);
  for (const { event, data } of eventsOfUndo(entries)) tx.emit(event, data);
};

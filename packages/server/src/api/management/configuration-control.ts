import type { configurationControl as rows } from '@gatehouse/contract/configuration-control.ts';
import { keepControl, readControl } from '../../bundles/managed.ts';
import { requireApprovers } from '../../domain/tenant-members.ts';
import type { Handlers } from '../../http/implement.ts';

export const configurationControl: Handlers<typeof rows> = {
  read: ({ db }) => readControl(db),

  async update({ tx, tenant, body }) {
    const before = await readControl(tx.db);
    const control = { ...before, ...body };
    if (before.approval === 'none' && control.approval !== 'none') await requireApprovers(tx.db, tenant.id);
    await keepControl(tx, control);
    return control;
  },
};

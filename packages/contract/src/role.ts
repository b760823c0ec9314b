import { z } from 'zod';
import { id } from './fields.ts';

export const roleTypes = ['User', 'MachineToMachine'] as const;
export const roleType = z.enum(roleTypes);
export type RoleType = z.infer<typeof roleType>;

export const role = z.object({
  tenantId: id,
  id,
  name: z.string().min(1).max(128),
  description: z.string().min(1).max(128),
  type: roleType,
  isDefault: z.boolean(),
});
export type Role = z.infer<typeof role>;

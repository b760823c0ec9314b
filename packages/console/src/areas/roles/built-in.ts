import { managementRole } from '@gatehouse/contract/dialect.ts';

/** The role of the management API is listed and can be given away, but belongs to the product. */
export const isBuiltIn = ({ id }: { id: string }) => id === managementRole.id;

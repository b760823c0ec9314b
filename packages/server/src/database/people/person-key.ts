/** Null: the person was erased, and nothing is kept about them. */
export type PersonKey = Buffer | null;

/** Null: the person was erased, and nothing is kept about them any more. */
export type PersonKey = Buffer | null;

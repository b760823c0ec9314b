import type { Row } from '@gatehouse/contract/endpoint.ts';
import { createContext, use } from 'react';
import type { LooseInput } from '../request.ts';

type Divert = (row: Row, input: LooseInput) => Promise<unknown>;

/** Takes the writes of one screen while a form on it saves to a draft. Writes from anywhere else are not affected. */
export type WriteTarget = { divert?: Divert };

const WriteTargetContext = createContext<WriteTarget>({});

export const WriteTargetProvider = WriteTargetContext.Provider;

export const useWriteTarget = () => use(WriteTargetContext);

import type { ReactNode } from 'react';
export type Notice = NoticeOptions & { kind: 'success' | 'error' | 'info'; title: ReactNode };

export type NoticeOptions = {
  /** The notice takes the place of an earlier one with the same ID. */
  id?: string;
  description?: ReactNode;
  /** Zero keeps it until it is closed. */
  durationMs?: number;
  /** At most two. */
  actions?: readonly { label: string; onClick: () => void }[];
};

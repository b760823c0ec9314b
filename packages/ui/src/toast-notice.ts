import type { ReactNode } from 'react';
export type Notice = NoticeOptions & { kind: 'success' | 'error' | 'info'; title: ReactNode };

export type NoticeOptions = {
  description?: ReactNode;
  /** Zero keeps it until it is closed. */
  durationMs?: number;
  /** At most two. */
  actions?: readonly { label: string; onClick: () => void }[];
};

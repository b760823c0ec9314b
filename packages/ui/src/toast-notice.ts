import type { ReactNode } from 'react';
export type Notice = NoticeOptions & { kind: 'success' | 'error' | 'info'; title: ReactNode };

export type NoticeOptions = {
  description?: ReactNode;
  /** Zero keeps it until it is closed. */
  durationMs?: number;
  action?: { label: string; onClick: () => void };
};

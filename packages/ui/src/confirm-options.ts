import type { ReactNode } from 'react';
/** `[true, payload]` when confirmed, `[false]` otherwise. */
export type ConfirmAnswer<Payload = unknown> = [isConfirmed: true, payload?: Payload] | [isConfirmed: false];

export type ConfirmOptions = {
  /** `alert` tells something: it only has a close button. */
  type?: 'confirm' | 'alert';
  title: ReactNode;
  body?: ReactNode | ((controls: ConfirmControls) => ReactNode);
  confirmLabel?: string;
  cancelLabel?: string;
  isDanger?: boolean;
  /** The confirm button stays disabled until this has been typed. */
  nameToType?: string;
};

export type ConfirmControls = {
  confirm: (payload?: unknown) => void;
  cancel: () => void;
  /** The value that the confirm button resolves with. */
  setPayload: (payload: unknown) => void;
};

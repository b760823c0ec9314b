import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';

/** The whole page waits; the sign of it appears only when the wait is noticeable. */
export const Loading = () => <DelayedLoading />;

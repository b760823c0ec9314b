import { Button } from '@gatehouse/ui/button.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import type { ReactNode } from 'react';
import { type Action, Failure } from './form.tsx';

type PasskeyFormProps = { action: Action; label: string; onPress: () => Promise<unknown>; below?: ReactNode };

/** One button: the browser asks the rest. */
export const PasskeyForm = ({ action, label, onPress, below }: PasskeyFormProps) => (
  <Stack gap={3}>
    <Failure action={action} />
    <Button
      variant="primary"
      size="large"
      isFullWidth
      isLoading={action.isBusy}
      onClick={() => void action.run(onPress)}
    >
      {label}
    </Button>
    {below}
  </Stack>
);

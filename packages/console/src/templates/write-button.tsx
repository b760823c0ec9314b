import type { Row } from '@gatehouse/contract/endpoint.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import type { ComponentProps } from 'react';
import { useT } from '../phrases.tsx';
import { useAbilities } from '../session/abilities.ts';

type WriteButtonProps = ComponentProps<typeof Button> & {
  /** The request that it sends, at once or from the dialog that it opens. */
  row: Pick<Row, 'method' | 'path' | 'permission' | 'shows'>;
};

/** A button for a change. Roles that do not cover the change see why they cannot use it. */
export const WriteButton = ({ row, ...button }: WriteButtonProps) => {
  const t = useT();
  const { mayDo } = useAbilities();
  if (mayDo(row)) return <Button {...button} />;
  const { variant, size, icon, children } = button;
  return (
    <Button variant={variant} size={size} icon={icon} disabled title={t('permission.no_write')}>
      {children}
    </Button>
  );
};

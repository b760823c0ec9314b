import { useEffect, useImperativeHandle, useRef } from 'react';
import { Toggle, type ToggleProps } from './toggle.tsx';

export function Checkbox({
  isIndeterminate = false,
  ref,
  ...rest
}: ToggleProps & { isIndeterminate?: boolean }) {
  const element = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => element.current!);
  useEffect(() => {
    element.current!.indeterminate = isIndeterminate;
  }, [isIndeterminate]);
  return <Toggle {...rest} look="checkbox" ref={element} />;
}

import { Toggle, type ToggleProps } from './toggle.tsx';

/** On or off. In a table cell, without a visible label, give it an `aria-label`. */
export const Switch = (props: ToggleProps) => (
  <Toggle {...props} look="switch" role="switch" aria-checked={props.value} />
);

import { VisuallyHidden } from '@gatehouse/ui/visually-hidden.tsx';

/** Tells password managers whose password it is. */
export const PasswordOwner = ({ name }: { name: string }) => (
  <VisuallyHidden>
    <input
      type="text"
      name="username"
      autoComplete="username"
      readOnly
      tabIndex={-1}
      aria-hidden
      value={name}
    />
  </VisuallyHidden>
);

import { Check } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import popup from './popup.module.css';

export type OptionWords = {
  label: string;
  detail?: ReactNode;
  icon?: ReactNode;
  /** At the end of the line: a tag, a mark. */
  aside?: ReactNode;
};

type OptionLineProps = OptionWords & {
  /** The library's part that shows its content on what is chosen. */
  Tick?: ComponentType<{ className?: string; children?: ReactNode }>;
};

/** The content of an option in a list: icon, text, and a check mark if it is chosen. */
export const OptionLine = ({ label, detail, icon, aside, Tick }: OptionLineProps) => (
  <>
    {icon}
    <span className={popup.words}>
      {/* A name is cut off at its own end, also in a menu that reads the other way. */}
      <span className={popup.label} dir="auto">
        {label}
      </span>
      {detail && <span className={popup.detail}>{detail}</span>}
    </span>
    {aside}
    {Tick && (
      <Tick className={popup.check}>
        <Check />
      </Tick>
    )}
  </>
);

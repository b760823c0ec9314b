import { Button } from '@gatehouse/ui/button.tsx';
import { CalendarClock } from 'lucide-react';
import { useT } from '../phrases.tsx';
import type { Travel } from './travel-state.ts';

type TravelButtonProps = {
  travel: Travel;
  hasUnsaved: () => boolean;
  /** Asks whether unsaved changes may be lost. */
  mayLeave: () => Promise<boolean>;
};

/** Opens the timeline below the form. */
export const TravelButton = ({ travel, hasUnsaved, mayLeave }: TravelButtonProps) => {
  const t = useT();
  const toggle = async () => {
    if (travel.isOpen) travel.end();
    else if (!hasUnsaved() || (await mayLeave())) travel.start();
  };
  return (
    <Button icon={<CalendarClock />} aria-pressed={travel.isOpen} onClick={() => void toggle()}>
      {t('time_travel.name')}
    </Button>
  );
};

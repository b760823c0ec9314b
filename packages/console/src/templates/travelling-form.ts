import type { FieldValues } from 'react-hook-form';
import { useFormTravel } from '../time-travel/form-travel.tsx';
import { useJoinTravel } from '../time-travel/travel-state.ts';
import { type EditFormOptions, useEditForm } from './edit-form.tsx';

type TravellingFormOptions<Values extends FieldValues, Settings> = Omit<
  EditFormOptions<Values>,
  'values' | 'travel'
> & {
  /** The object of the page, as it is saved. */
  now: Settings;
  read: (settings: Settings) => Values;
  /** The form also has settings that are not part of the object. They stay as they are. */
  hasOthers: boolean;
};

/** An edit form on a page of one object, which can show and restore the values of another time. */
export const useTravellingForm = <Values extends FieldValues, Settings extends object>({
  now,
  read,
  hasOthers,
  savedMessage,
  ...options
}: TravellingFormOptions<Values, Settings>) => {
  const travel = useFormTravel({ now, read, hasOthers });
  const form = useEditForm({
    ...options,
    values: read(now),
    savedMessage: travel?.savedMessage ?? savedMessage,
    travel,
  });
  useJoinTravel(form.formState.isDirty);
  return { ...form, differences: travel?.differences };
};

import { genders } from '@gatehouse/contract/users.ts';
import { Select } from '@gatehouse/ui/select.tsx';
import { useT } from '../../phrases.tsx';

type GenderSelectProps = { value: string; onChange: (value: string) => void; onBlur?: () => void };

/** The stored value may be none of these, because imported users keep theirs. */
export const GenderSelect = ({ value, ...field }: GenderSelectProps) => {
  const t = useT();
  const known = genders.map(gender => ({ value: gender as string, label: t(`genders.${gender}`) }));
  const isOther = value !== '' && !known.some(option => option.value === value);
  return (
    <Select
      {...field}
      value={value}
      options={[
        { value: '', label: t('genders.unknown') },
        ...known,
        ...(isOther ? [{ value, label: value }] : []),
      ]}
    />
  );
};

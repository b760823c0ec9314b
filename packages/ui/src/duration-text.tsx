import { numberFormat } from '@gatehouse/phrases/formatters.ts';
import { useUiText } from './ui-text.tsx';

const units = [
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Formats a duration: `840 ms`, `3.2 sec`, `4 min`. */
export function DurationText({ milliseconds }: { milliseconds: number }) {
  const { language } = useUiText();
  const [unit, size] = units.find(([, length]) => milliseconds >= length) ?? smallUnit(milliseconds);
  const format = numberFormat(language, {
    style: 'unit',
    unit,
    maximumFractionDigits: unit === 'second' ? 1 : 0,
  });
  return format.format(milliseconds / size);
}

const smallUnit = (milliseconds: number) =>
  milliseconds < 1000 ? (['millisecond', 1] as const) : (['second', 1000] as const);

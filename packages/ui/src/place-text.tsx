import styles from './place-text.module.css';
import { useUiText } from './ui-text.tsx';

/** The origin of a request, as far as it is known. */
export type Place = { ip?: string; country?: string; city?: string };

/** The network address, and beside it city and country where they are known. */
export function PlaceText({ ip, country, city }: Place) {
  const { language } = useUiText();
  const parts = [ip, city, country && nameOfCountry(country, language)].filter(part => part !== undefined);
  return parts.map((part, index) => (
    <span key={part}>
      {index > 0 && ' · '}
      <bdi dir={part === ip ? 'ltr' : undefined} className={part === ip ? styles.ip : undefined}>
        {part}
      </bdi>
    </span>
  ));
}

const nameOfCountry = (country: string, language: string) =>
  new Intl.DisplayNames(language, { type: 'region' }).of(country);

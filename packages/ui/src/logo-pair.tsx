import { ArrowLeftRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './logo-pair.module.css';

/** The logos of two that exchange something. The text beside them names both. */
export const LogoPair = ({ from, to }: { from: ReactNode; to: ReactNode }) => (
  <div className={styles.pair} aria-hidden>
    <span>{from}</span>
    <ArrowLeftRight />
    <span>{to}</span>
  </div>
);

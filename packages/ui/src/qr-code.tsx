import styles from './qr-code.module.css';

/** A code to scan, dark on light in every look: cameras want it so. */
export const QrCode = ({ image, label }: { image: string; label: string }) => (
  <div className={styles.code}>
    <img src={image} alt={label} width={168} height={168} />
  </div>
);

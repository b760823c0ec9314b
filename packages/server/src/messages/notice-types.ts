export type NoticeType = (typeof noticeTypes)[number];

/** Messages that the server sends to the administrators of a tenant automatically. */
export const noticeTypes = [
  'WebhookTurnedOff',
  'CertificateExpires',
  'CertificateExpired',
  'OwnCertificateExpires',
  'SmsConversionLow',
] as const;

export const isNotice = (type: string): type is NoticeType => noticeTypes.some(notice => notice === type);

export type Notice = {
  type: NoticeType;
  /** The thing that it is about, and the page that shows it. */
  name: string;
  link: string;
  days?: number;
  /** ISO codes of countries, which are named in the reader's language. */
  regions?: string[];
};

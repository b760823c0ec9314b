import { contrastBetween } from '@gatehouse/contract/contrast.ts';
import { escapeHtml } from '@gatehouse/contract/escape-html.ts';
import { directionOf } from '@gatehouse/phrases/languages.ts';
import type { MailBrand } from './brand.ts';

/** The content of a message, in reading order. */
export type MailParts = {
  subject: string;
  lead: string;
  code?: string;
  /** The validity period of the code, as text. */
  validity?: string;
  details?: { name: string; value: string }[];
  link?: { address: string; name: string };
  note: string;
  /** The company that is responsible for the message. */
  company?: string | undefined;
};

export type Email = {
  subject: string;
  text: string;
  /** A whole document, for mail programs. */
  html: string;
};

const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const mono = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

const light = { page: '#f4f5f7', card: '#ffffff', text: '#1a1d23', quiet: '#5c6370', line: '#e2e4e9' };
const dark = { page: '#101216', card: '#191c22', text: '#eceef2', quiet: '#a3a9b6', line: '#2c3038' };

/** The text color for a background: white if it is readable. */
const inkOn = (color: string) => ((contrastBetween('#ffffff', color) ?? 1) >= 4.5 ? '#ffffff' : '#000000');

/** For readers without HTML. */
export const printText = ({ lead, code, validity, details = [], link, note, company }: MailParts) =>
  [
    lead,
    code,
    validity,
    details.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    link && `${link.name}\n${link.address}`,
    note,
    company,
  ]
    .filter(Boolean)
    .join('\n\n');

/**
 * Tables and styles on each element, because that is what mail programs agree on. Those that know more than that get the
 * dark look and the narrow one from the style sheet.
 */
export const printHtml = (language: string, { name, ...brand }: MailBrand, parts: MailParts) => {
  const { subject, lead, code, validity, details = [], link, note, company } = parts;
  const quiet = `color:${light.quiet};font-size:14px;line-height:21px`;
  const paragraph = (text: string, style: string, className = 'text') =>
    `<p class="${className}" style="margin:0 0 20px;${style}">${escapeHtml(text)}</p>`;
  const content = [
    paragraph(lead, `color:${light.text};font-size:16px;line-height:24px`),
    code && printCode(code),
    validity && paragraph(validity, quiet, 'quiet'),
    details.length > 0 && printDetails(details),
    link && isWeb(link.address) && printButton(link, brand.color),
    `<p class="quiet" style="margin:0;${quiet}">${escapeHtml(note)}</p>`,
  ];
  const foot = [company]
    .filter(Boolean)
    .map(text => paragraph(text ?? '', `${quiet};font-size:12px`, 'quiet'));
  return [
    '<!doctype html>',
    `<html lang="${escapeHtml(language)}" dir="${directionOf(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title><style>${styleSheet(brand)}</style></head>`,
    `<body class="page" style="margin:0;padding:0;background:${light.page}">`,
    // The preview that mail clients show after the subject.
    `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(lead)}</div>`,
    `<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${light.page}">`,
    '<tr><td align="center" class="around" style="padding:32px 16px">',
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;font-family:${font}">`,
    ...printHead(name, brand),
    `<tr><td class="card" style="padding:32px;border:1px solid ${light.line};border-radius:12px;background:${light.card};overflow-wrap:anywhere">`,
    ...content.filter(Boolean),
    '</td></tr>',
    foot.length > 0 ? `<tr><td style="padding:20px 8px 0">${foot.join('')}</td></tr>` : '',
    '</table></td></tr></table></body></html>',
  ].join('\n');
};

/** The logo, or the name where there is none. */
const printHead = (name: string | undefined, { logoUrl, darkLogoUrl }: Omit<MailBrand, 'name'>) => {
  const picture = (url: string, className: string, style = '') =>
    `<img class="${className}" src="${escapeHtml(url)}" alt="${escapeHtml(name ?? '')}" height="32" style="height:32px;max-width:240px;border:0;${style}">`;
  const logo = logoUrl && isWeb(logoUrl) ? logoUrl : undefined;
  const darkLogo = logo && darkLogoUrl && isWeb(darkLogoUrl) ? darkLogoUrl : undefined;
  if (!logo && !name) return [];
  const shown = logo
    ? picture(logo, darkLogo ? 'light-only' : 'logo') +
      (darkLogo ? picture(darkLogo, 'dark-only', 'display:none') : '')
    : `<span class="text" style="color:${light.text};font-size:18px;font-weight:600">${escapeHtml(name ?? '')}</span>`;
  return [`<tr><td style="padding:0 8px 20px">${shown}</td></tr>`];
};

const printCode = (code: string) =>
  `<p class="code" dir="ltr" style="margin:0 0 20px;padding:16px 0;border-radius:8px;background:${light.page};` +
  `color:${light.text};font-family:${mono};font-size:32px;line-height:40px;letter-spacing:6px;text-align:center">` +
  `<strong>${escapeHtml(code)}</strong></p>`;

const printDetails = (details: { name: string; value: string }[]) =>
  '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">' +
  details
    .map(
      ({ name, value }) =>
        `<tr><td class="quiet line" valign="top" style="padding:8px 0;border-top:1px solid ${light.line};color:${light.quiet};font-size:14px">${escapeHtml(name)}</td>` +
        `<td class="text line" valign="top" style="padding:8px 0;padding-inline-start:16px;border-top:1px solid ${light.line};color:${light.text};font-size:14px"><bdi>${escapeHtml(value)}</bdi></td></tr>`,
    )
    .join('') +
  '</table>';

const printButton = ({ address, name }: { address: string; name: string }, color: string) =>
  '<p style="margin:0 0 24px">' +
  `<a class="button" href="${escapeHtml(address)}" style="display:inline-block;padding:12px 20px;border-radius:8px;` +
  `background:${color};color:${inkOn(color)};font-size:16px;font-weight:600;line-height:20px;text-decoration:none">${escapeHtml(name)}</a></p>`;

const styleSheet = ({ darkColor }: Omit<MailBrand, 'name'>) =>
  [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    '@media (max-width:480px){.around{padding:16px 12px!important}.card{padding:24px 20px!important}}',
    '@media (prefers-color-scheme:dark){',
    `.page{background:${dark.page}!important}.card{background:${dark.card}!important;border-color:${dark.line}!important}`,
    `.text{color:${dark.text}!important}.quiet{color:${dark.quiet}!important}.line{border-color:${dark.line}!important}`,
    `.code{background:${dark.page}!important;color:${dark.text}!important}`,
    `.button{background:${darkColor}!important;color:${inkOn(darkColor)}!important}`,
    '.light-only{display:none!important}.dark-only{display:inline!important}}',
  ].join('');

/** Tenants write links themselves: one that would run something is not made clickable. */
export const isWeb = (address: string) => /^https?:$/.test(URL.parse(address)?.protocol ?? '');

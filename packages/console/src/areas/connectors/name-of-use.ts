import { isSecurityNotice, type TemplateType } from '@gatehouse/contract/email-templates.ts';
import type { useT } from '../../phrases.tsx';

/** What a message is for. The names of notices are also those of their switches, in another area. */
export const nameOfUse = (t: ReturnType<typeof useT>, type: TemplateType) =>
  isSecurityNotice(type) ? t(`notices.${type}`) : t(`connectors.uses.${type}`);
